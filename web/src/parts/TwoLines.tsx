// What a button says in two lines, beside its picture.
import { Icon, type IconName } from "./Icon";

export function TwoLines({ icon, title, line }: { icon: IconName; title: string; line: string }) {
  return (
    <>
      <Icon name={icon} />
      <span>
        {title}
        <small>{line}</small>
      </span>
    </>
  );
}
