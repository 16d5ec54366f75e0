import { useState } from "react";
import { FormDrawer } from "../../ui/layers/layers";
import { type Outputs, useConsole } from "../../ui/queries";
import { useAction } from "../../ui/use-action";
import { EndpointFields, UrlField } from "./endpoint-fields";
import { changesOf, valuesOf } from "./endpoint-form";

type Endpoint = Outputs["webhooks"]["endpoints"]["get"];

const REOPEN = "Close this form and open it again to see the current settings.";
const SHOWN_AT_FIELDS = ["url", "event_types"];

/** The form of an existing endpoint: only changes are sent, and rejected if the endpoint was changed meanwhile. */
export function EditEndpoint(props: { endpoint: Endpoint; name: string; onClose: () => void }) {
  const { name, onClose } = props;
  const { trpc, merchantId } = useConsole();
  // The values when the form was opened: the page behind it is refreshed every few seconds.
  const [opened] = useState(props.endpoint);
  const edit = useAction(trpc.webhooks.endpoints.edit, {
    unchanged: "Nothing was saved.",
    fields: SHOWN_AT_FIELDS,
    changes: [trpc.webhooks.endpoints.pathFilter()],
    onDone: onClose,
  });
  const isOld = edit.errors["version"] !== undefined;
  const send = (form: FormData) => {
    const changes = changesOf(opened, valuesOf(form));
    if (Object.keys(changes).length === 0) return onClose();
    edit.run({ merchantId, name, version: opened.version ?? 0, ...changes });
  };
  return (
    <FormDrawer
      title={`Edit ${name}`}
      onClose={onClose}
      action="Save"
      act={{ ...edit, failure: isOld && edit.failure ? `${edit.failure} ${REOPEN}` : edit.failure }}
      onSubmit={send}
    >
      <EndpointFields
        before={opened}
        eventTypes={opened.policy.eventTypes}
        networks={opened.policy.allowedNetworks}
        errors={edit.errors}
      />
    </FormDrawer>
  );
}

/** The form of the default URL. */
export function EditDefaultUrl({ endpoint, onClose }: { endpoint: Endpoint; onClose: () => void }) {
  const { trpc, merchantId } = useConsole();
  const save = useAction(trpc.webhooks.setUrl, {
    unchanged: "Nothing was saved.",
    fields: ["webhook_url"],
    changes: [trpc.webhooks.endpoints.pathFilter()],
    onDone: onClose,
  });
  const reason = save.errors["webhook_url"];
  return (
    <FormDrawer
      title={endpoint.url === null ? "Set default URL" : "Change default URL"}
      onClose={onClose}
      action="Save"
      act={save}
      onSubmit={(form) => save.run({ merchantId, url: valuesOf(form).url })}
    >
      <UrlField value={endpoint.url ?? ""} reason={reason} networks={endpoint.policy.allowedNetworks} />
      <p>All deliveries are sent there from now on, including queued ones.</p>
    </FormDrawer>
  );
}
