// Signals that stand at one place. Alike ones share a chip, so that any number has room.
import { commandName, initialOf, nameAt, signalShort, signalText } from "../base/view";
import { Badge } from "../parts/Badge";
import { Icon, type IconName } from "../parts/Icon";
import type { SignalView, TableView } from "../base/protocol";
import { language, t } from "../base/text";
import "./marks.css";

const ICONS: Record<string, IconName> = {
  "keep-off": "hand",
  "small-steps": "steps",
  "can-go-back": "back",
  cover: "cover",
  "do-not-cover": "eye",
  trouble: "frown",
  comfortable: "smile",
  hold: "card",
  "do-not-lay": "ban",
};
export const signalIcon = (name: string): IconName => ICONS[name] ?? "chat";

export function SignalChips({ table, marks, owned }: { table: TableView; marks: SignalView[]; owned: boolean }) {
  return (
    <ul class="marks" data-count={marks.length}>
      {grouped(marks).map((group) => (
        <Chip key={group[0]?.signal} table={table} group={group} owned={owned} />
      ))}
    </ul>
  );
}

function grouped(marks: SignalView[]): SignalView[][] {
  const groups = new Map<string, SignalView[]>();
  for (const one of marks) groups.set(one.signal, [...(groups.get(one.signal) ?? []), one]);
  return [...groups.values()];
}

interface Props {
  table: TableView;
  group: SignalView[];
  /** Whether it has to be told whose it is: at a seat that is plain. */
  owned: boolean;
}

function Chip({ table, group, owned }: Props) {
  const [first] = group;
  if (!first) return null;
  return (
    <li data-seat={group.length === 1 || !owned ? first.seat : undefined} title={longText(table, group, owned)}>
      <Icon name={signalIcon(first.signal)} />
      {first.command && (group.length === 1 ? <Badge mark={first.command} /> : <b>{group.length}</b>)}
      {owned && <Owners table={table} group={group} />}
      <span class="marks-words">{shortText(table, group, owned)}</span>
    </li>
  );
}

/** Who says it, each in the colour of the seat; or all of them. */
function Owners({ table, group }: { table: TableView; group: SignalView[] }) {
  if (group.length > 2 && group.length === table.seats.length) {
    return (
      <span class="marks-owners" aria-hidden="true">
        {t("signal.all")}
      </span>
    );
  }
  return (
    <span class="marks-owners" aria-hidden="true">
      {group.map(({ seat }) => (
        <i key={seat} data-seat={seat}>
          {initialOf(table, seat)}
        </i>
      ))}
    </span>
  );
}

const list = (words: string[]): string => new Intl.ListFormat(language.value ?? "en").format(words);

const namesOf = (table: TableView, group: SignalView[]): string => list(group.map(({ seat }) => nameAt(table, seat)));

function shortText(table: TableView, group: SignalView[], owned: boolean): string {
  const [first] = group;
  if (!first) return "";
  if (owned) return t("news.signal", { name: namesOf(table, group), what: signalShort(first) });
  return group.length === 1 ? signalShort(first) : list(group.map((one) => commandName(one.command ?? "")));
}

function longText(table: TableView, group: SignalView[], owned: boolean): string {
  const what = [...new Set(group.map((one) => signalText(table, one)))].join(", ");
  return owned ? t("news.signal", { name: namesOf(table, group), what }) : what;
}
