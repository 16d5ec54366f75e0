import { Address } from "../../ui/address";
import { Fact } from "../../ui/fact";
import { TestTag } from "../../ui/parts";
import { Time } from "../../ui/time/time";
import ui from "../../ui/ui.module.css";
import type { Outputs } from "../frame/queries";
import s from "./endpoint.module.css";
import { formatMode, formatSecretHint, formatSubscribedEvents } from "./webhook-labels";

type Endpoint = Outputs["webhooks"]["endpoints"]["get"];

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
      {createdAt ? (
        <Fact name="Created">
          <Time at={createdAt} as="date" />
        </Fact>
      ) : null}
    </dl>
  );
}
