import { Address } from "../../ui/address";
import { Fact, TimeFact } from "../../ui/fact";
import { Section } from "../../ui/heading";
import { None, TestTag } from "../../ui/parts";
import type { Outputs } from "../../ui/queries";
import { formatMs } from "../../ui/time/duration";
import { Time } from "../../ui/time/time";
import ui from "../../ui/ui.module.css";
import s from "./endpoint.module.css";
import { formatSuccessRate } from "./health-labels";
import { SparkBars } from "./spark-bars";
import { formatMode, formatSecretHint, formatSubscribedEvents } from "./webhook-labels";

type Endpoint = Outputs["webhooks"]["endpoints"]["get"];
type Day = Outputs["webhooks"]["health"]["list"][number]["day"];

/** An endpoint's settings, in a line. */
export function Facts({ endpoint }: { endpoint: Endpoint }) {
  const { name, url, eventTypes, environment, signed, secret, isDefault, createdAt } = endpoint;
  const none = <span className={ui.dim}>none</span>;
  return (
    <dl className={s.facts}>
      <Fact name="URL">{url === null ? none : <Address url={url} />}</Fact>
      <Fact name="Events">{formatSubscribedEvents(eventTypes)}</Fact>
      <Fact name="Mode">{environment === "Test" ? <TestTag /> : formatMode(environment)}</Fact>
      <Fact name="Signed">
        {signed && secret ? (
          <>
            with <code>{formatSecretHint(secret.hint)}</code> since <Time at={secret.since} as="date" />
          </>
        ) : (
          "no"
        )}
      </Fact>
      {name !== null && isDefault ? <Fact name="Default">yes</Fact> : null}
      {createdAt ? <TimeFact name="Created" at={createdAt} as="date" /> : null}
    </dl>
  );
}

/** An endpoint's attempts of the last 24 hours. */
export function DayFacts({ day }: { day: Day }) {
  return (
    <>
      <Section title="Last 24 hours" />
      <dl className={ui.facts}>
        <Fact name="Attempts">
          <SparkBars {...day} />
        </Fact>
        <Fact name="Success rate">{formatSuccessRate(day) ?? <None />}</Fact>
        <Fact name="Median time">{day.medianMs === null ? <None /> : formatMs(day.medianMs)}</Fact>
      </dl>
    </>
  );
}
