import { durationWords, waitingWords } from "./health-words";
import type { Outputs } from "./queries";
import { Time } from "./time";

type Endpoint = Outputs["webhooks"]["endpoints"]["get"];
type Health = Outputs["webhooks"]["health"]["list"][number];

/** What is the matter with a destination, since when, and what comes next. */
export function EndpointNews({ endpoint, health }: { endpoint: Endpoint; health: Health | undefined }) {
  if (endpoint.url === null) {
    return (
      <>
        <b>None is set.</b> Give us one address of your server, and payments that name no endpoint are told to it.
      </>
    );
  }
  if (endpoint.disabledAt !== null) {
    return (
      <>
        <b>
          Disabled since <Time at={endpoint.disabledAt} />.
        </b>{" "}
        No payment can name it, and nothing is sent to it. What it missed can be sent again once it is enabled.
      </>
    );
  }
  if (!health || health.state === "healthy") return <Well health={health} />;
  if (health.by === "person") {
    return (
      <>
        <b>
          Paused by hand
          {health.since ? (
            <>
              {" "}
              since <Time at={health.since} />
            </>
          ) : null}
          .
        </b>{" "}
        {waiting(health)} Payments that name it are still accepted; what is to be told waits, up to 30 days.
      </>
    );
  }
  return <Unwell health={health} named={endpoint.name !== null} />;
}

function waiting(health: Health): string {
  return `${waitingWords(health.waiting)}.`;
}

function Well({ health }: { health: Health | undefined }) {
  const some = health && health.waiting.count > 0 ? ` ${waiting(health)}` : "";
  if (!health?.lastSuccessAt) {
    return (
      <>
        <b>Nothing was taken in the last 30 days.</b> Send a test event to see whether it arrives.{some}
      </>
    );
  }
  return (
    <>
      <b>It takes what it is told</b>, last at <Time at={health.lastSuccessAt} />
      {health.day.medianMs === null ? null : <>, and answers in about {durationWords(health.day.medianMs)}</>}.{some}
    </>
  );
}

function Unwell({ health, named }: { health: Health; named: boolean }) {
  const times = health.failures === 1 ? "The last try failed" : `The last ${health.failures} tries failed`;
  const isPaused = health.state === "paused";
  return (
    <>
      <b>
        {times}
        {health.lastError ? `: ${health.lastError}` : null}.
      </b>{" "}
      {isPaused ? "It is paused, and one delivery at a time asks whether it is back" : waitingWords(health.waiting)}
      {health.nextTryAt ? (
        <>
          , next at <Time at={health.nextTryAt} as="seconds" />
        </>
      ) : null}
      . {isPaused ? waiting(health) : null}{" "}
      {named ? "Payments that name it are still accepted, and nothing" : "Nothing"} is lost:{" "}
      {isPaused ? "what waits is kept for four days." : "every event is kept and tried for three days."}
    </>
  );
}
