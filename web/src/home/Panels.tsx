// What opens over the home page: forms that nobody needs before they are asked for.
import { host } from "#host";
import { Dialog } from "../parts/Dialog";
import { t } from "../base/text";
import { AnotherForm } from "../opening/AnotherForm";
import { FriendsForm } from "../opening/FriendsForm";
import { JoinForm } from "./JoinForm";
import { More } from "./More";
import { NeedsServer } from "./NeedsServer";
import { PreferencesForm } from "../parts/PreferencesForm";
import type { To } from "./Ways";

const PANELS = {
  another: { title: "home.another", Form: AnotherForm },
  friends: { title: "home.friends", Form: host.alone ? NeedsServer : FriendsForm },
  join: { title: "home.join", Form: JoinForm },
  more: { title: "home.more", Form: More },
  settings: { title: "settings", Form: PreferencesForm },
} as const;
export type Panel = keyof typeof PANELS;

export function Panels({ panel, to, onClose }: { panel: Panel; to: To; onClose: () => void }) {
  const { title, Form } = PANELS[panel];
  return (
    <Dialog title={t(title)} onClose={onClose} testid={`panel-${panel}`}>
      <Form to={to} />
    </Dialog>
  );
}
