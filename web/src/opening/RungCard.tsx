// A rung of the ladder as a card, with its name and its stars.
import { cardStyle } from "../base/hue";
import { Icon, type IconName } from "../parts/Icon";
import { finished } from "../history/history";
import { starsOf, type Rung } from "../history/ladder";
import { t } from "../base/text";
import { editionName } from "../base/view";
import "./rungs.css";

const FACES: Record<Rung, [number, IconName]> = {
  easy: [14, "smile"],
  normal: [30, "card"],
  hard: [50, "steps"],
  expert: [64, "crown"],
  "on-fire": [82, "fire"],
  extreme: [99, "jag"],
};

export function rungName(rung: Rung): string {
  return rung === "easy" || rung === "normal" || rung === "hard" ? t(`difficulty.${rung}`) : editionName(rung);
}

export function RungCard({ rung }: { rung: Rung }) {
  const [value, icon] = FACES[rung];
  const stars = starsOf(finished.value, rung);
  return (
    <>
      <span class="rung-card" style={cardStyle(value)} data-won={stars[0]}>
        <Icon name={icon} />
      </span>
      <b>{rungName(rung)}</b>
      <span class="stars">
        <span class="unseen">{t("ladder.stars", { count: stars.filter(Boolean).length })}</span>
        {stars.map((earned, n) => (
          <span key={n} data-earned={earned}>
            <Icon name="star" />
          </span>
        ))}
      </span>
    </>
  );
}
