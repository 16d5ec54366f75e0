"use client";

import Link from "next/link";
import { useRouter } from "next/navigation";
import { Popover } from "radix-ui";
import { type ReactNode, useState } from "react";
import { Icon } from "./icons";
import s from "./log.module.css";
import { type EventTypeName, LOGGED_TYPES, type LogFilter, logPath, without } from "./log-filter";
import { Field } from "./parts";
import { Time } from "./time";
import ui from "./ui.module.css";

type ChipsProps = {
  path: string;
  filter: LogFilter;
  /** The page itself names the endpoint: there is nothing to choose. */
  fixed: boolean;
  /** The names that there are. */
  endpoints: readonly string[];
};

/** What the list is narrowed to, and can be. What is chosen lives in the address. */
export function DeliveryChips({ path, filter, fixed, endpoints }: ChipsProps) {
  const router = useRouter();
  const to = (next: LogFilter) => logPath(path, next, { fixed });
  const go = (next: LogFilter) => router.push(to(next));
  const { types, about } = filter;
  return (
    <>
      <Chip
        name="Event"
        value={types && (types.length === 1 ? types[0] : `${types.length} kinds`)}
        off={to(without(filter, "types"))}
      >
        {(close) => (
          <Types chosen={types ?? []} onDone={(next) => close(go({ ...without(filter, "types"), ...next }))} />
        )}
      </Chip>
      {fixed ? null : (
        <Chip
          name="Endpoint"
          value={filter.endpoint === undefined ? undefined : (filter.endpoint ?? "default URL")}
          off={to(without(filter, "endpoint"))}
        >
          {(close) => (
            <nav className={s.choices} aria-label="Endpoints">
              {[null, ...endpoints].map((name) => (
                <Link
                  key={name ?? ""}
                  href={to({ ...filter, endpoint: name })}
                  aria-current={filter.endpoint === name ? "true" : undefined}
                  onClick={() => close()}
                >
                  {name ?? "The default URL"}
                </Link>
              ))}
            </nav>
          )}
        </Chip>
      )}
      <Chip name="Payment" value={about && `…${about.slice(-8)}`} off={to(without(filter, "about"))}>
        {(close) => <About about={about} onDone={(next) => close(go({ ...filter, about: next }))} />}
      </Chip>
      <Chip name="Time" value={timeWords(filter)} off={to(without(filter, "from", "to"))}>
        {(close) => (
          <Times filter={filter} onDone={(next) => close(go({ ...without(filter, "from", "to"), ...next }))} />
        )}
      </Chip>
    </>
  );
}

function Chip(props: {
  name: string;
  value: ReactNode;
  /** The address without it. */
  off: string;
  children: (close: (_?: unknown) => void) => ReactNode;
}) {
  const { name, value, off, children } = props;
  const [isOpen, setOpen] = useState(false);
  return (
    <Popover.Root open={isOpen} onOpenChange={setOpen}>
      <span className={s.chip} data-set={value === undefined ? undefined : ""}>
        <Popover.Trigger>
          {value === undefined ? (
            `+ ${name}`
          ) : (
            <>
              {name} <b>{value}</b>
            </>
          )}
        </Popover.Trigger>
        {value === undefined ? null : (
          <Link href={off} aria-label={`Remove the filter ${name}`}>
            <Icon name="x" />
          </Link>
        )}
      </span>
      <Popover.Portal>
        <Popover.Content className={s.popover} align="start" sideOffset={6} collisionPadding={16} aria-label={name}>
          {children(() => setOpen(false))}
        </Popover.Content>
      </Popover.Portal>
    </Popover.Root>
  );
}

function Types(props: { chosen: readonly EventTypeName[]; onDone: (next: { types?: EventTypeName[] }) => void }) {
  const [chosen, setChosen] = useState(props.chosen);
  const toggle = (type: EventTypeName) =>
    setChosen(chosen.includes(type) ? chosen.filter((one) => one !== type) : [...chosen, type]);
  return (
    <form
      className={s.sentences}
      onSubmit={(event) => {
        event.preventDefault();
        props.onDone(chosen.length > 0 ? { types: LOGGED_TYPES.filter((type) => chosen.includes(type)) } : {});
      }}
    >
      <div className={s.choices}>
        {LOGGED_TYPES.map((type) => (
          <label key={type}>
            <input type="checkbox" checked={chosen.includes(type)} onChange={() => toggle(type)} />
            <code>{type}</code>
          </label>
        ))}
      </div>
      <button className={`${ui.button} ${ui.primary}`} type="submit">
        Show these
      </button>
    </form>
  );
}

function About({ about, onDone }: { about: string | undefined; onDone: (about: string) => void }) {
  const [error, setError] = useState<string>();
  const read = (form: FormData) => {
    const id = String(form.get("about")).trim();
    if (/^(evt_)?[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(id)) return onDone(id);
    setError("That is no id. It looks like 01931f4e-7c1a-7d3e-9a55-5b6f0c9d2a12, or the same behind evt_.");
  };
  return (
    <form className={s.sentences} action={read}>
      <Field
        id="log-about"
        label="Id"
        error={error}
        help="Of a payment request, a payment link or an event, as the API and the events have it."
      >
        {(wiring) => (
          <div className={ui.input}>
            <input {...wiring} name="about" defaultValue={about} autoComplete="off" spellCheck={false} />
          </div>
        )}
      </Field>
      <button className={`${ui.button} ${ui.primary}`} type="submit">
        Show these
      </button>
    </form>
  );
}

const HOUR_MS = 3_600_000;
const SPANS = [
  { words: "The last hour", ms: HOUR_MS },
  { words: "The last 24 hours", ms: 24 * HOUR_MS },
  { words: "The last 7 days", ms: 7 * 24 * HOUR_MS },
  { words: "The last 30 days", ms: 30 * 24 * HOUR_MS },
];

function Times({ filter, onDone }: { filter: LogFilter; onDone: (next: { from?: string; to?: string }) => void }) {
  const read = (form: FormData) => {
    const [from, to] = [utcOf(form.get("from")), utcOf(form.get("to"))];
    onDone({ ...(from ? { from } : {}), ...(to ? { to } : {}) });
  };
  return (
    <>
      <div className={ui.actions}>
        {SPANS.map(({ words, ms }) => (
          <button
            key={words}
            className={`${ui.button} ${ui.slim}`}
            type="button"
            onClick={() => onDone({ from: new Date(Date.now() - ms).toISOString() })}
          >
            {words}
          </button>
        ))}
      </div>
      <form className={s.sentences} action={read}>
        {(["from", "to"] as const).map((name) => (
          <Field key={name} id={`log-${name}`} label={name === "from" ? "From" : "Before"} optional>
            {(wiring) => (
              <div className={ui.input}>
                <input {...wiring} name={name} type="datetime-local" defaultValue={localOf(filter[name])} />
              </div>
            )}
          </Field>
        ))}
        <button className={`${ui.button} ${ui.primary}`} type="submit">
          Show these
        </button>
      </form>
    </>
  );
}

/** A time of the reader's own zone, as its field gives it, in UTC. */
function utcOf(value: FormDataEntryValue | null): string | undefined {
  const at = new Date(String(value ?? ""));
  return Number.isNaN(at.getTime()) ? undefined : at.toISOString();
}

function localOf(at: string | undefined): string | undefined {
  if (at === undefined) return undefined;
  const date = new Date(at);
  return new Date(date.getTime() - date.getTimezoneOffset() * 60_000).toISOString().slice(0, 16);
}

function timeWords({ from, to }: LogFilter): ReactNode {
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
