"use client";

import { useQuery } from "@tanstack/react-query";
import Link from "next/link";
import { endpointPath } from "./endpoints-table";
import s from "./health.module.css";
import { Glyph } from "./icons";
import { type Outputs, useMerchantId, useTRPC } from "./queries";
import { Time } from "./time";

type Failing = Outputs["webhooks"]["health"]["failing"];

const REFRESH_MS = 15_000;
/** Beyond these, one line says how many more. */
const MAX_SHOWN = 3;

/** The destinations of webhooks that need somebody, kept up to date. `first` fills it before the first answer. */
export function useFailing(first?: Failing): Failing {
  const trpc = useTRPC();
  const merchantId = useMerchantId();
  const options = trpc.webhooks.health.failing.queryOptions(
    { merchantId },
    { refetchInterval: REFRESH_MS, ...(first ? { initialData: first } : {}) },
  );
  return useQuery(options).data ?? [];
}

/** What needs somebody, in a line each; nothing at all where nothing does. */
export function Attention() {
  const failing = useFailing();
  if (failing.length === 0) return null;
  const more = failing.length - MAX_SHOWN;
  return (
    <section aria-label="Needs attention">
      <ul className={s.need}>
        {failing.slice(0, MAX_SHOWN).map((one) => (
          <FailingLine key={one.name ?? ""} {...one} />
        ))}
        {more > 0 ? (
          <li>
            <Glyph name="warn" />
            <p>{more === 1 ? "One more does" : `${more} more do`} not take what they are told.</p>
            <Link href="/console/webhooks">See all</Link>
          </li>
        ) : null}
      </ul>
    </section>
  );
}

function FailingLine({ name, state, since, failures, lastError, nextTryAt }: Failing[number]) {
  const tries = failures === 1 ? "The last try failed" : `The last ${failures.toLocaleString("en-GB")} tries failed`;
  return (
    <li>
      <Glyph name="warn" />
      <p>
        {name === null ? "The default URL" : <>Endpoint {name}</>}{" "}
        {state === "paused" ? "has been paused" : "has been failing"} since <Time at={since} />.{" "}
        <span>
          {tries}
          {lastError ? `: ${lastError}` : ""}.{" "}
          {nextTryAt ? (
            <>
              Next try at <Time at={nextTryAt} as="clock" />.{" "}
            </>
          ) : null}
          Payments are accepted as before.
        </span>
      </p>
      <Link href={endpointPath(name)}>See why</Link>
    </li>
  );
}
