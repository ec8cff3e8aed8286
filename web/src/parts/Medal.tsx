// A medal: a ring in all hues around paper, with a drawn numeral or an icon; one still to come is a dashed place.
import { Icon, type IconName } from "./Icon";
import { Numeral } from "./Numeral";
import "./medal.css";

export function Medal({ sign, done = true }: { sign: IconName | number; done?: boolean }) {
  return (
    <span class="medal" data-done={done} aria-hidden="true">
      {typeof sign === "number" ? <Numeral value={sign} /> : <Icon name={sign} />}
    </span>
  );
}
