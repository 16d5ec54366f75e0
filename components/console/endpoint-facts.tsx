import { Address } from "./address";
import s from "./endpoint.module.css";
import { Fact } from "./fact";
import { TestTag } from "./parts";
import type { Outputs } from "./queries";
import { Time } from "./time";
import ui from "./ui.module.css";
import { hearsWords, hintWords, worksIn } from "./webhooks-words";

type Endpoint = Outputs["webhooks"]["endpoints"]["get"];

/** What a destination is, in a line. */
export function Facts({ endpoint }: { endpoint: Endpoint }) {
  const { name, url, eventTypes, environment, signed, secret, isDefault, createdAt } = endpoint;
  const none = <span className={ui.dim}>none</span>;
  return (
    <dl className={s.facts}>
      <Fact name="Address">{url === null ? none : <Address url={url} />}</Fact>
      <Fact name="Hears of">{hearsWords(eventTypes)}</Fact>
      <Fact name="Works in">{environment === "Test" ? <TestTag /> : worksIn(environment)}</Fact>
      <Fact name="Signed">
        {signed && secret ? (
          <>
            with <code>{hintWords(secret.hint)}</code> since <Time at={secret.since} as="date" />
          </>
        ) : (
          "no"
        )}
      </Fact>
      {name === null ? null : <Fact name="Default">{isDefault ? "yes" : "no"}</Fact>}
      {createdAt ? (
        <Fact name="Created">
          <Time at={createdAt} as="date" />
        </Fact>
      ) : null}
    </dl>
  );
}
