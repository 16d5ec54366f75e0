import { useState } from "react";
import { Checkbox, Choices, Radio, TextField } from "../../ui/fields";
import ui from "../../ui/ui.module.css";
import type { EndpointBefore } from "./endpoint-form";
import { urlError } from "./webhook-labels";

type Errors = Record<string, string>;

const ENVIRONMENTS = [
  { value: "Both", words: "Live and test" },
  { value: "Live", words: "Live only" },
  { value: "Test", words: "Test only" },
] as const;

/** The field of a webhook URL. `reason`: why the last one was rejected; it continues "The address". */
export function UrlField(props: { value: string; reason: string | undefined; networks: readonly string[] }) {
  const { value, reason, networks } = props;
  const help = (
    <>
      A public http or https address.
      {networks.length > 0 ? ` Private networks allowed for you: ${networks.join(", ")}.` : null}
    </>
  );
  return (
    <TextField
      id="endpoint-url"
      label="URL"
      help={help}
      error={urlError(reason)}
      name="url"
      type="url"
      placeholder="https://shop.example/webhooks"
      defaultValue={value}
    />
  );
}

/** The fields of an endpoint, new or existing, without its name. */
export function EndpointFields(props: {
  before: EndpointBefore;
  eventTypes: readonly string[];
  networks: readonly string[];
  errors: Errors;
}) {
  const { before, eventTypes, networks, errors } = props;
  return (
    <>
      <UrlField value={before.url ?? ""} reason={errors["url"]} networks={networks} />
      <EventChoice all={eventTypes} chosen={before.eventTypes} error={errors["event_types"]} />
      <Choices id="endpoint-mode" legend="Mode">
        <p className={ui.actions}>
          {ENVIRONMENTS.map(({ value, words }) => (
            <Radio key={value} name="environment" value={value} defaultChecked={before.environment === value}>
              {words}
            </Radio>
          ))}
        </p>
        <p className={ui.help}>Payments of another mode can’t name this endpoint.</p>
      </Choices>
      <Checkbox
        name="signed"
        defaultChecked={before.signed}
        help={
          <>
            Each delivery has the header <code>X-Signature</code>. Without it your server can’t tell our webhooks from
            forged ones.
          </>
        }
      >
        Signed
      </Checkbox>
      <Checkbox
        name="isDefault"
        defaultChecked={before.isDefault}
        help="Used by payments that name no endpoint, if no default URL is set. Only one endpoint can be the default: this replaces the previous one."
      >
        Default
      </Checkbox>
    </>
  );
}

function EventChoice(props: { all: readonly string[]; chosen: readonly string[]; error: string | undefined }) {
  const { all, chosen, error } = props;
  const [isAll, setIsAll] = useState(chosen.length === 0);
  return (
    <Choices id="endpoint-events" legend="Events" error={error}>
      <Checkbox
        name="allEvents"
        checked={isAll}
        onChange={(event) => setIsAll(event.currentTarget.checked)}
        help="Including types that are added later."
      >
        All events
      </Checkbox>
      {isAll ? null : (
        <div>
          {all.map((type) => (
            <Checkbox key={type} name="event" value={type} defaultChecked={chosen.includes(type)}>
              <code>{type}</code>
            </Checkbox>
          ))}
        </div>
      )}
    </Choices>
  );
}
