import { Button } from "../../ui/button";
import { Checkbox } from "../../ui/fields";
import s from "../../ui/filter/filter.module.css";
import { Icon } from "../../ui/icons";
import { PopoverButton } from "../../ui/layers/popover-button";
import ui from "../../ui/ui.module.css";

type ChooserProps = {
  columns: readonly { id: string; head: string }[];
  shown: readonly string[];
  /** Whether the user has chosen: only then there is something to reset. */
  isChosen: boolean;
  /** Gets the ids to show; null: reset. */
  onChoose: (ids: string[] | null) => void;
};

/** Chooses the columns of a table. Phones show lines without columns. */
export function ColumnChooser({ columns, shown, isChosen, onChoose }: ChooserProps) {
  const toggle = (id: string) => onChoose(shown.includes(id) ? shown.filter((one) => one !== id) : [...shown, id]);
  return (
    <PopoverButton
      slim
      className={s.columns}
      label="Columns"
      isSlim
      opens={() => (
        <>
          <div className={s.choices}>
            {columns.map(({ id, head }) => (
              <Checkbox key={id} checked={shown.includes(id)} onChange={() => toggle(id)}>
                {head}
              </Checkbox>
            ))}
          </div>
          <p className={ui.muted}>Saved in this browser.</p>
          <Button slim disabled={!isChosen} onClick={() => onChoose(null)}>
            Reset columns
          </Button>
        </>
      )}
    >
      <Icon name="columns" />
      Columns
    </PopoverButton>
  );
}
