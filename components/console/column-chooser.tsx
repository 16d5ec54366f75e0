"use client";

import { Popover } from "radix-ui";
import s from "./filter.module.css";
import { Icon } from "./icons";
import ui from "./ui.module.css";

type ChooserProps = {
  columns: readonly { id: string; head: string }[];
  shown: readonly string[];
  /** Whether anything was chosen yet: there is a way back then. */
  isChosen: boolean;
  /** Gets the ids that are to be shown; null: as they come. */
  onChoose: (ids: string[] | null) => void;
};

/** Which columns a table has. A phone shows lines, which have none. */
export function ColumnChooser({ columns, shown, isChosen, onChoose }: ChooserProps) {
  const toggle = (id: string) => onChoose(shown.includes(id) ? shown.filter((one) => one !== id) : [...shown, id]);
  return (
    <Popover.Root>
      <Popover.Trigger className={`${ui.button} ${ui.slim} ${s.columns}`}>
        <Icon name="columns" />
        Columns
      </Popover.Trigger>
      <Popover.Portal>
        <Popover.Content
          className={`${s.popover} ${s.slim}`}
          align="end"
          sideOffset={6}
          collisionPadding={16}
          aria-label="Columns"
        >
          <div className={s.choices}>
            {columns.map(({ id, head }) => (
              <label key={id}>
                <input type="checkbox" checked={shown.includes(id)} onChange={() => toggle(id)} />
                {head}
              </label>
            ))}
          </div>
          <p className={ui.muted}>Kept in this browser.</p>
          <button
            className={`${ui.button} ${ui.slim}`}
            type="button"
            disabled={!isChosen}
            onClick={() => onChoose(null)}
          >
            As they come
          </button>
        </Popover.Content>
      </Popover.Portal>
    </Popover.Root>
  );
}
