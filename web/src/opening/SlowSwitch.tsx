// The switch for slow games, where others may come.
import { host } from "#host";
import { Later } from "../parts/Later";
import type { SettingsData } from "../base/protocol";
import { withTexts } from "../base/text";

interface Props {
  settings: SettingsData;
  onChange: (settings: SettingsData) => void;
}

const load = withTexts("slow", async () => (await import("../slow/SlowOptions")).SlowOptions);

export function SlowSwitch({ settings, onChange }: Props) {
  if (host.alone || settings.rules.players < 2) return null;
  return <Later load={load} part props={{ settings, onChange }} />;
}
