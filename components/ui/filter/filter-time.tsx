import { useRouter } from "next/navigation";
import type { ReactNode } from "react";
import { Button } from "../button";
import { TextField } from "../fields";
import { localOf, utcOf } from "../time/local-time";
import { Time } from "../time/time";
import ui from "../ui.module.css";
import { without } from "./filter-address";
import { FilterChip, FilterForm } from "./filter-chip";

/** A span of time, ISO 8601 in UTC: `from` inclusive, `to` exclusive. Either may be open. */
export type TimeSpan = { from?: string; to?: string };

const HOUR_MS = 3_600_000;
const SPANS = [
  { words: "Last hour", ms: HOUR_MS },
  { words: "Last 24 hours", ms: 24 * HOUR_MS },
  { words: "Last 7 days", ms: 7 * 24 * HOUR_MS },
  { words: "Last 30 days", ms: 30 * 24 * HOUR_MS },
];

type TimeChipProps<F> = {
  /** "Time", or "Created". */
  name: string;
  filter: F;
  /** The address of the list with a filter. */
  to: (filter: F) => string;
};

/** The chip for a span of time: presets, and two fields in the user's zone. */
export function TimeChip<F extends TimeSpan>({ name, filter, to }: TimeChipProps<F>) {
  const router = useRouter();
  const rest = without(filter, "from", "to");
  return (
    <FilterChip name={name} value={formatSpan(filter)} off={to(rest)}>
      {(close) => (
        <Times
          id={name.toLowerCase()}
          span={filter}
          onDone={(next) => {
            close();
            router.push(to({ ...rest, ...next }));
          }}
        />
      )}
    </FilterChip>
  );
}

function Times({ id, span, onDone }: { id: string; span: TimeSpan; onDone: (next: TimeSpan) => void }) {
  const read = (form: FormData) => {
    const [from, to] = [utcOf(form.get("from")), utcOf(form.get("to"))];
    onDone({ ...(from ? { from } : {}), ...(to ? { to } : {}) });
  };
  return (
    <>
      <div className={ui.actions}>
        {SPANS.map(({ words, ms }) => (
          <Button slim key={words} onClick={() => onDone({ from: new Date(Date.now() - ms).toISOString() })}>
            {words}
          </Button>
        ))}
      </div>
      <FilterForm onSubmit={read}>
        {(["from", "to"] as const).map((name) => (
          <TextField
            key={name}
            id={`${id}-${name}`}
            label={name === "from" ? "From" : "Before"}
            optional
            name={name}
            type="datetime-local"
            defaultValue={localOf(span[name])}
          />
        ))}
      </FilterForm>
    </>
  );
}

function formatSpan({ from, to }: TimeSpan): ReactNode {
  if (from && to) {
    return (
      <>
        <Time at={from} /> to <Time at={to} />
      </>
    );
  }
  if (from) {
    return (
      <>
        since <Time at={from} />
      </>
    );
  }
  return to ? (
    <>
      before <Time at={to} />
    </>
  ) : undefined;
}
