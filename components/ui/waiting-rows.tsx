import { type ReactNode, useEffect, useState } from "react";
import { Button } from "./button";
import { Icon } from "./icons";
import table from "./table.module.css";
import ui from "./ui.module.css";

type Row = { id: string; createdAt: string };

/** Whether new rows would move something that a person looks at or points at. */
function isReading(): boolean {
  const row = document.querySelector("main tbody tr:is(:hover, :focus-within), main a[data-opens][aria-current=true]");
  return window.scrollY > 0 || row !== null || document.getSelection()?.isCollapsed === false;
}

/**
 * The rows of a list, newest first, without those that came while a person reads it: they wait until `show`, or until the
 * person has left the rows. `key`: of the list, its filter and its page. `updatedAt`: of the answer.
 */
export function useWaitingRows<T extends Row>(rows: T[], { key, updatedAt }: { key: string; updatedAt: number }) {
  const newest = rows[0]?.createdAt ?? "";
  const [seen, setSeen] = useState({ key, until: newest });
  const show = () => setSeen({ key, until: newest });
  if (seen.key !== key) show();
  // biome-ignore lint/correctness/useExhaustiveDependencies: each answer of the server is looked at once
  useEffect(() => {
    if (newest > seen.until && !isReading()) show();
  }, [updatedAt]);
  const shown = rows.filter(({ createdAt }) => createdAt <= seen.until);
  // With none left, there is nothing to read.
  return seen.key !== key || shown.length === 0
    ? { shown: rows, waiting: 0, show }
    : { shown, waiting: rows.length - shown.length, show };
}

/** Marks its row for a moment when the value changes while it is shown. */
export function Changing({ value, children }: { value: string; children: ReactNode }) {
  const [first] = useState(value);
  return (
    <span key={value} className={value === first ? undefined : table.changed}>
      {children}
    </span>
  );
}

/** `3 new payments`, above the list, which shows them. */
export function WaitingRows({ count, show }: { count: number; show: () => void }) {
  return (
    <div role="status">
      {count === 0 ? null : (
        <Button slim className={ui.waiting} onClick={show}>
          <Icon name="up" />
          {count} new {count === 1 ? "payment" : "payments"}
        </Button>
      )}
    </div>
  );
}
