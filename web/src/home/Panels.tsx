// What opens over the home page: forms that nobody needs before they are asked for.
import { host } from "#host";
import { Dialog } from "../parts/Dialog";
import { t } from "../base/text";
import { FriendsForm } from "../opening/FriendsForm";
import { JoinForm } from "./JoinForm";
import { NeedsServer } from "./NeedsServer";
import { PreferencesForm } from "../parts/PreferencesForm";
import { SoloForm } from "../opening/SoloForm";
import { TeamForm } from "../opening/TeamForm";

const PANELS = {
  solo: { title: "home.alone", Form: SoloForm },
  team: { title: "home.team", Form: TeamForm },
  friends: { title: "home.friends", Form: host.alone ? NeedsServer : FriendsForm },
  join: { title: "home.join", Form: JoinForm },
  settings: { title: "settings", Form: PreferencesForm },
} as const;
export type Panel = keyof typeof PANELS;

export function Panels({ panel, onClose }: { panel: Panel; onClose: () => void }) {
  const { title, Form } = PANELS[panel];
  return (
    <Dialog title={t(title)} onClose={onClose} testid={`panel-${panel}`}>
      <Form />
    </Dialog>
  );
}
