import type { Outputs } from "../../ui/queries";
import { formatMs } from "../../ui/time/duration";
import { Time } from "../../ui/time/time";
import { formatFailedAttempts, formatQueued } from "./health-labels";

type Endpoint = Outputs["webhooks"]["endpoints"]["get"];
type Health = Outputs["webhooks"]["health"]["list"][number];

/** `hasSamples`: the page lists deliveries that were not sent. */
export type StateProps = { endpoint: Endpoint; health: Health | undefined; hasSamples: boolean };

/** An endpoint's state: since when, why, and what happens next. */
export function EndpointState({ endpoint, health, hasSamples }: StateProps) {
  if (endpoint.url === null) {
    return (
      <>
        <b>No default URL is set.</b> It receives the events of payments that name no endpoint.
      </>
    );
  }
  if (!health || health.state === "healthy") return <Working health={health} hasSamples={hasSamples} />;
  const { state, since } = health;
  if (state === "disabled") {
    return (
      <>
        <b>
          <Since what="Disabled" since={since} />.
        </b>{" "}
        Payments that name it are rejected, and nothing is sent to it. Resend missed events after enabling it.
      </>
    );
  }
  if (state === "paused") {
    return (
      <>
        <b>
          <Since what="Paused" since={since} />.
        </b>{" "}
        {queued(health)} Payments continue; events are queued for up to 30 days.
      </>
    );
  }
  return <Failing health={health} />;
}

function Since({ what, since }: { what: string; since: string | null }) {
  if (since === null) return what;
  return (
    <>
      {what} since <Time at={since} />
    </>
  );
}

function queued(health: Health): string {
  return `${formatQueued(health.waiting)}.`;
}

function Working({ health, hasSamples }: Pick<StateProps, "health" | "hasSamples">) {
  const some = health && health.waiting.count > 0 ? ` ${queued(health)}` : "";
  if (!health?.lastSuccessAt) {
    return (
      <>
        <b>No successful delivery in the last 30 days.</b> {hasSamples ? "The samples below were not sent. " : null}Send
        a test event to check that it arrives.{some}
      </>
    );
  }
  return (
    <>
      <b>Last delivery succeeded</b> on <Time at={health.lastSuccessAt} />
      {health.day.medianMs === null ? null : <>; median response time {formatMs(health.day.medianMs)}</>}.{some}
    </>
  );
}

function Failing({ health }: { health: Health }) {
  const isCircuitOpen = health.state === "circuit_open";
  return (
    <>
      <b>{formatFailedAttempts(health)}.</b> {formatQueued(health.waiting)}
      {health.nextTryAt ? (
        <>
          , next attempt at <Time at={health.nextTryAt} as="seconds" />
        </>
      ) : null}
      . {isCircuitOpen ? "Until one succeeds, only single attempts are made. " : null}
      Payments continue; events are {isCircuitOpen ? "kept for 4 days" : "retried for 3 days"}.
    </>
  );
}
