// The curve of a review as a table, for everybody.
import type { Review } from "../base/protocol";
import { decimal, t } from "../base/text";
import { Table } from "../parts/Table";

export function CurveTable({ review, name }: { review: Review; name: (seat: number) => string }) {
  return (
    <Table heads={[t("replay.scrub"), t("players"), t("review.before"), t("review.after"), t("review.cost")]}>
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
    </Table>
  );
}
