import { TextField } from "../../ui/fields";
import { FormDrawer } from "../../ui/layers/layers";
import type { ShownOnce } from "../../ui/layers/secret-dialog";
import { type Outputs, useConsole } from "../../ui/queries";
import { useAction } from "../../ui/use-action";
import { EndpointFields } from "./endpoint-fields";
import { valuesOf } from "./endpoint-form";

type Policy = Outputs["webhooks"]["endpoints"]["list"]["policy"];

const MAX_NAME_LENGTH = 63;
const BEFORE = { url: "", signed: true, environment: "Both", eventTypes: [], isDefault: false } as const;
const SHOWN_AT_FIELDS = ["name", "url", "event_types"];

type NewEndpointProps = {
  policy: Policy;
  onClose: () => void;
  onMade: (name: string, shown: ShownOnce) => void;
};

/** The form of a new endpoint. `onMade` gets its secret, which is shown once. */
export function NewEndpoint({ policy, onClose, onMade }: NewEndpointProps) {
  const { trpc, merchantId } = useConsole();
  const create = useAction(trpc.webhooks.endpoints.create, {
    unchanged: "Nothing was created.",
    fields: SHOWN_AT_FIELDS,
    changes: [trpc.webhooks.endpoints.pathFilter(), trpc.webhooks.health.pathFilter()],
    onDone: ({ name, webhook_secret }) => {
      onMade(name, {
        about: `Signs webhooks to ${name}`,
        values: [{ label: "Secret", name: "BANKSIDE_WEBHOOK_SECRET", value: webhook_secret }],
        ifLost:
          "Lost it later? Create the next secret on the endpoint’s page, and activate it when your server has it.",
      });
    },
  });
  const wrongName = create.errors["name"];
  return (
    <FormDrawer
      title="Add endpoint"
      onClose={onClose}
      action="Create endpoint"
      act={create}
      onSubmit={(form) => create.run({ merchantId, name: String(form.get("name") ?? ""), ...valuesOf(form) })}
    >
      <TextField
        id="endpoint-name"
        label="Name"
        help="Payments refer to it by this name, which can’t be changed: 1 to 63 of a–z, 0–9 and -, e.g. orders-prod."
        error={wrongName ? `The name ${wrongName}.` : undefined}
        name="name"
        maxLength={MAX_NAME_LENGTH}
      />
      <EndpointFields
        before={BEFORE}
        eventTypes={policy.eventTypes}
        networks={policy.allowedNetworks}
        errors={create.errors}
      />
    </FormDrawer>
  );
}
