import { useRouter } from "next/navigation";
import { Popover } from "radix-ui";
import { type FormEvent, type RefObject, useState } from "react";
import { TextField } from "../../ui/fields";
import filter from "../../ui/filter/filter.module.css";
import { ApplyButton } from "../../ui/filter/filter-chip";
import { MAX_DAYS, type OverviewView, overviewPath } from "./overview-address";

const DAY_MS = 86_400_000;

type PeriodDatesProps = {
  view: OverviewView;
  /** `2026-11-20`, in the reader's zone. */
  today: string;
  /** The button that opens it, which gets the focus back. */
  button: RefObject<HTMLButtonElement | null>;
  isOpen: boolean;
  setOpen: (isOpen: boolean) => void;
};

/** The form of any first and last day, below its button. */
export function PeriodDates({ view, today, button, isOpen, setOpen }: PeriodDatesProps) {
  return (
    <Popover.Root open={isOpen} onOpenChange={setOpen}>
      <Popover.Anchor virtualRef={button as RefObject<HTMLButtonElement>} />
      <Popover.Portal>
        <Popover.Content
          className={filter.popover}
          align="end"
          sideOffset={6}
          collisionPadding={16}
          aria-label="Dates"
          onInteractOutside={(event) => {
            // The button closes it itself; closed before its press it would open again.
            if (button.current?.contains(event.target as Node)) event.preventDefault();
          }}
          onCloseAutoFocus={() => button.current?.focus()}
        >
          <DatesForm view={view} today={today} onDone={() => setOpen(false)} />
        </Popover.Content>
      </Popover.Portal>
    </Popover.Root>
  );
}

function DatesForm({ view, today, onDone }: { view: OverviewView; today: string; onDone: () => void }) {
  const router = useRouter();
  const [error, setError] = useState<string>();
  const last = view.until ?? today;
  // Not as an action: after an error React would reset the fields.
  const apply = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    const [from, to] = [String(form.get("from")), String(form.get("to"))];
    const days = (Date.parse(to) - Date.parse(from)) / DAY_MS + 1;
    if (!(days >= 1)) return setError("Enter a first day, and a last day that isn’t before it.");
    if (days > MAX_DAYS) return setError(`Choose at most ${MAX_DAYS} days.`);
    onDone();
    router.push(overviewPath({ ...view, days, until: to >= today ? null : to }), { scroll: false });
  };
  const first = new Date(Date.parse(last) - (view.days - 1) * DAY_MS).toISOString().slice(0, 10);
  return (
    <form className={filter.form} onSubmit={apply}>
      <TextField id="period-from" label="First day" name="from" type="date" max={today} defaultValue={first} />
      <TextField id="period-to" label="Last day" name="to" type="date" max={today} defaultValue={last} error={error} />
      <ApplyButton />
    </form>
  );
}
