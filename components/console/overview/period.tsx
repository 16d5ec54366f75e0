import { useRouter } from "next/navigation";
import { type FormEvent, useState } from "react";
import { Select, TextField } from "../../ui/fields";
import filter from "../../ui/filter/filter.module.css";
import { ApplyButton } from "../../ui/filter/filter-chip";
import { PopoverButton } from "../../ui/layers/popover-button";
import { Link } from "../../ui/link";
import ui from "../../ui/ui.module.css";
import s from "./overview.module.css";
import { COMPARISONS, MAX_DAYS, type OverviewView, overviewPath, PERIODS } from "./overview-address";
import { comparisonName, periodName } from "./overview-labels";

const DAY_MS = 86_400_000;

type PeriodProps = { view: OverviewView; now: string; timeZone: string };

/** The period of the overview, one of the usual ones until today or any dates, and what it is compared with. */
export function PeriodChoice({ view, now, timeZone }: PeriodProps) {
  return (
    <>
      <nav className={ui.seg} aria-label="Period">
        {PERIODS.map(({ days, name }) => (
          <Link
            key={days}
            href={overviewPath({ ...view, days, until: null })}
            scroll={false}
            aria-current={view.until === null && days === view.days ? "true" : undefined}
          >
            {name}
          </Link>
        ))}
      </nav>
      <PopoverButton
        label="Dates"
        opens={(close) => <DatesForm view={view} today={dateOf(now, timeZone)} onDone={close} />}
      >
        {view.until === null ? "Dates" : periodName(view)}
      </PopoverButton>
      <Comparison view={view} />
    </>
  );
}

function Comparison({ view }: { view: OverviewView }) {
  const router = useRouter();
  return (
    <Select
      box={s.comparison}
      aria-label="Compare with"
      value={view.comparison}
      onChange={({ target }) => {
        const comparison = COMPARISONS.find((one) => one === target.value) ?? view.comparison;
        router.push(overviewPath({ ...view, comparison }), { scroll: false });
      }}
    >
      {COMPARISONS.map((comparison) => (
        <option key={comparison} value={comparison}>
          {comparisonName({ ...view, comparison })}
        </option>
      ))}
    </Select>
  );
}

/** `2026-11-20` */
function dateOf(at: string, timeZone: string): string {
  return new Intl.DateTimeFormat("sv-SE", { timeZone }).format(new Date(at));
}

/** The form of any first and last day. `today`: `2026-11-20`, in the reader’s zone. */
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
    if (from < "2000") return setError("Enter the year with four digits.");
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
