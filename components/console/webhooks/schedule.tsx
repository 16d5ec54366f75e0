import { useQuery } from "@tanstack/react-query";
import { type Outputs, useConsole } from "../../ui/queries";
import { formatSeconds } from "../../ui/time/duration";
import { Time } from "../../ui/time/time";
import s from "./schedule.module.css";

type Delivery = Outputs["webhooks"]["log"]["get"];

const DAY_S = 86_400;
const REFRESH_MS = 4_000;

/** The newest delivery that the endpoint is sent again now; undefined: none. */
export function useRetriedDelivery(endpoint: string | null, isFailing: boolean): Delivery | undefined {
  const { trpc, merchantId } = useConsole();
  const polled = { refetchInterval: REFRESH_MS };
  const waiting = useQuery(
    trpc.webhooks.log.search.queryOptions(
      { merchantId, endpoint, status: "waiting" },
      { enabled: isFailing, ...polled },
    ),
  );
  const id = isFailing ? waiting.data?.items.find(({ state }) => state === "retrying")?.id : undefined;
  const { data } = useQuery(
    trpc.webhooks.log.get.queryOptions({ merchantId, id: id ?? "" }, { enabled: id !== undefined, ...polled }),
  );
  return data?.id === id ? data : undefined;
}

/**
 * The attempts of a delivery as a figure. `waitsS`: seconds from one to the next; the first is made at once. `present`:
 * the times of one that is retried now.
 */
function Schedule({ waitsS, present }: { waitsS: readonly number[]; present: Delivery | undefined }) {
  const tries = present?.tries ?? [];
  // Without those that a person brought forward, which the schedule does not count.
  const made = tries.filter(({ at }, index) => at >= (tries[index - 1]?.nextTryAt ?? at)).map(({ at }) => at);
  return (
    <ol className={s.schedule} aria-label="Attempts of a delivery">
      {[...[0, ...waitsS].entries()].map(([index, wait]) => {
        const isNext = present !== undefined && index === made.length;
        const at = isNext ? present.dueAt : made[index];
        return (
          <li
            key={index}
            data-state={isNext ? "next" : at ? "failed" : undefined}
            aria-current={isNext ? "step" : undefined}
          >
            <b>{index + 1}</b>
            <span>{at ? <Time at={at} as="seconds" /> : index === 0 ? "at once" : `+ ${formatSeconds(wait)}`}</span>
          </li>
        );
      })}
    </ol>
  );
}

/** The retry schedule, and what ends it. */
export function RetrySchedule({ waitsS, present }: { waitsS: readonly number[]; present?: Delivery | undefined }) {
  const days = Math.round(waitsS.reduce((sum, wait) => sum + wait, 0) / DAY_S);
  return (
    <>
      <Schedule waitsS={waitsS} present={present} />
      <p className={s.words}>
        Up to {waitsS.length + 1} attempts over {days} days. Any 2xx response within 15 seconds counts as delivered; a
        redirect counts as failed; 410 stops retries. Waits vary by up to 20 %, and <code>Retry-After</code> is honoured
        up to 24 hours. Events can arrive out of order: use <code>sequence</code>.
      </p>
    </>
  );
}
