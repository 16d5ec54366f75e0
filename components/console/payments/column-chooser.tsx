import { Button } from "../../ui/button";
import { Checkbox } from "../../ui/fields";
import s from "../../ui/filter/filter.module.css";
import { Icon } from "../../ui/icons";
import { keepCookie } from "../../ui/kept-cookie";
import { PopoverButton } from "../../ui/layers/popover-button";
import ui from "../../ui/ui.module.css";
import {
  keptColumns,
  PAYMENT_COLUMNS,
  PAYMENT_COLUMNS_COOKIE,
  type PaymentColumn,
  USUAL_PAYMENT_COLUMNS,
} from "./payments-columns";

/** Chooses the columns of the list of payments. Null: the usual ones. Phones show lines without columns. */
export function ColumnChooser({ chosen }: { chosen: readonly PaymentColumn[] | null }) {
  const shown = chosen ?? USUAL_PAYMENT_COLUMNS;
  const toggle = (column: PaymentColumn) => {
    const next = PAYMENT_COLUMNS.filter((one) => shown.includes(one) !== (one === column));
    keepCookie(PAYMENT_COLUMNS_COOKIE, keptColumns(next));
  };
  return (
    <PopoverButton
      slim
      className={s.columns}
      label="Columns"
      isSlim
      opens={() => (
        <>
          <div className={s.choices}>
            {PAYMENT_COLUMNS.filter(({ choosable }) => choosable).map((column) => (
              <Checkbox key={column.id} checked={shown.includes(column)} onChange={() => toggle(column)}>
                {column.head}
              </Checkbox>
            ))}
          </div>
          <p className={ui.muted}>Saved in this browser.</p>
          <Button slim disabled={chosen === null} onClick={() => keepCookie(PAYMENT_COLUMNS_COOKIE, "")}>
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
