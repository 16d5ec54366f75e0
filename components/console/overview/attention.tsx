import { useQuery } from "@tanstack/react-query";
import { Glyph } from "../../ui/icons";
import { Link } from "../../ui/link";
import { type Outputs, useConsole, useMay } from "../../ui/queries";
import { Time } from "../../ui/time/time";
import { endpointPath } from "../webhooks/endpoints-table";
import s from "../webhooks/health.module.css";
import { formatFailedAttempts } from "../webhooks/health-labels";

type Failing = Outputs["webhooks"]["health"]["failing"];

const REFRESH_MS = 15_000;
/** Further endpoints are counted in one line. */
const MAX_SHOWN = 3;

/** The webhook endpoints that fail, kept up to date. `first` is used until the first response. */
export function useFailing(first?: Failing): Failing {
  const { trpc, merchantId } = useConsole();
  const options = trpc.webhooks.health.failing.queryOptions(
    { merchantId },
    // Not read again at once: the server has just rendered it, and every page would make this request.
    { refetchInterval: REFRESH_MS, staleTime: REFRESH_MS, ...(first ? { initialData: first } : {}) },
  );
  return useQuery(options).data ?? [];
}

/** One line for each failing endpoint; renders nothing without any. */
export function Attention() {
  const failing = useFailing();
  const may = useMay();
  if (failing.length === 0) return null;
  const more = failing.length - MAX_SHOWN;
  return (
    <section aria-label="Needs your attention">
      <ul className={s.need}>
        {failing.slice(0, MAX_SHOWN).map((one) => (
          <FailingLine key={one.name ?? ""} failing={one} />
        ))}
        {more > 0 ? (
          <li>
            <Glyph name="warn" />
            <p>{more === 1 ? "1 more endpoint is failing." : `${more} more endpoints are failing.`}</p>
            {may("webhooks.endpoints.list") ? <Link href="/console/webhooks">View webhooks</Link> : null}
          </li>
        ) : null}
      </ul>
    </section>
  );
}

function FailingLine({ failing }: { failing: Failing[number] }) {
  const { name, state, since, nextTryAt } = failing;
  const may = useMay();
  return (
    <li>
      <Glyph name="warn" />
      <p>
        {name === null ? "The default URL" : <>Endpoint {name}</>}{" "}
        {state === "failing" ? "has been failing" : "keeps failing; its deliveries have been waiting"} since{" "}
        <Time at={since} />.{" "}
        <span>
          {formatFailedAttempts(failing)}.{" "}
          {nextTryAt ? (
            <>
              Next attempt at <Time at={nextTryAt} as="clock" />.{" "}
            </>
          ) : null}
          Payments continue.
        </span>
      </p>
      {may("webhooks.endpoints.get") ? <Link href={endpointPath(name)}>View details</Link> : null}
    </li>
  );
}
