// The curve of a review as a table, for everybody.
import type { Review } from "../base/protocol";
import { decimal, t } from "../base/text";

export function CurveTable({ review, name }: { review: Review; name: (seat: number) => string }) {
  return (
    <div class="scroll">
      <table>
        <thead>
          <tr>
            <th scope="col">{t("replay.scrub")}</th>
            <th scope="col">{t("players")}</th>
            <th scope="col">{t("review.before")}</th>
            <th scope="col">{t("review.after")}</th>
            <th scope="col">{t("review.cost")}</th>
          </tr>
        </thead>
        <tbody>
          {review.turns.map(({ turn, seat, best, played, loss, mark, close }, n) => (
            <tr key={turn}>
              <th scope="row">{n + 1}</th>
              <td>{name(seat)}</td>
              <td>{Math.round(best)}</td>
              <td>{Math.round(played)}</td>
              <td>
                {decimal(loss)} {mark ? t(`judged.mark.${mark}`) : close ? t("review.close") : ""}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
