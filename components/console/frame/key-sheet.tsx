import { Dialog } from "radix-ui";
import { useSyncExternalStore } from "react";
import { Checkbox } from "../../ui/fields";
import { Icon } from "../../ui/icons";
import { OpenDialog } from "../../ui/layers/open-dialog";
import overlay from "../../ui/layers/overlay.module.css";
import ui from "../../ui/ui.module.css";
import s from "./command.module.css";
import { KEYS } from "./keyboard-map";
import { areKeysOn, onKeysChange, setKeysOn } from "./keyboard-setting";
import { lettered, type NavGroup } from "./nav-items";

type KeySheetProps = { groups: NavGroup[]; mayCreateLink: boolean; close: () => void };

/** The list of shortcuts, and the switch that turns single keys off. */
export function KeySheet({ groups, mayCreateLink, close }: KeySheetProps) {
  const isOn = useSyncExternalStore(onKeysChange, areKeysOn, () => true);
  const pages = lettered(groups);
  return (
    <OpenDialog onClose={close} className={`${overlay.dialog} ${s.sheet}`} aria-describedby={undefined}>
      <header>
        <Dialog.Title>Keyboard shortcuts</Dialog.Title>
        <Dialog.Close className={ui.ghost} aria-label="Close">
          <Icon name="x" />
        </Dialog.Close>
      </header>
      <div className={s.columns}>
        <dl>
          <KeyRow first="Ctrl" second="K" words="Search and commands" />
          {KEYS.filter(({ letter }) => letter !== "C" || mayCreateLink).map(({ letter, words }) => (
            <KeyRow key={letter} first={letter} words={words} />
          ))}
        </dl>
        <dl>
          {pages.map(({ href, name, letter }) => (
            <KeyRow key={`${letter} ${href}`} first="G" second={letter ?? ""} words={name} />
          ))}
        </dl>
      </div>
      <Checkbox checked={isOn} onChange={({ target }) => setKeysOn(target.checked)}>
        Single-key shortcuts. Ctrl K always works.
      </Checkbox>
    </OpenDialog>
  );
}

function KeyRow({ first, second, words }: { first: string; second?: string; words: string }) {
  return (
    <div>
      <dt>
        <kbd>{first}</kbd>
        {second ? <kbd>{second}</kbd> : null}
      </dt>
      <dd>{words}</dd>
    </div>
  );
}
