"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { Drawer, DrawerForm } from "../../ui/drawer";
import { TextField } from "../../ui/fields";
import { formatFailure } from "../../ui/format-failure";
import { Note } from "../../ui/parts";
import type { ShownOnce } from "../../ui/secret-dialog";
import { failureOf, type Outputs, useMerchantId, useTRPC } from "../frame/queries";
import { EndpointFields } from "./endpoint-fields";
import { valuesOf } from "./endpoint-form";

type Policy = Outputs["webhooks"]["endpoints"]["list"]["policy"];

const MAX_NAME_LENGTH = 63;
const BEFORE = { url: "", signed: true, environment: "Both", eventTypes: [], isDefault: false } as const;
const SHOWN_AT_FIELDS = ["name", "url", "eventTypes", "event_types"];

type NewEndpointProps = {
  policy: Policy;
  onClose: () => void;
  onMade: (name: string, shown: ShownOnce) => void;
};

/** The form of a new endpoint. `onMade` gets its secret, which is shown once. */
export function NewEndpoint({ policy, onClose, onMade }: NewEndpointProps) {
  const trpc = useTRPC();
  const merchantId = useMerchantId();
  const queries = useQueryClient();
  const create = useMutation(
    trpc.webhooks.endpoints.create.mutationOptions({
      onSuccess: ({ name, webhook_secret }) => {
        queries.invalidateQueries(trpc.webhooks.endpoints.pathFilter());
        queries.invalidateQueries(trpc.webhooks.health.pathFilter());
        onMade(name, {
          about: `Signs webhooks to ${name}`,
          values: [{ label: "Secret", name: "BANKSIDE_WEBHOOK_SECRET", value: webhook_secret }],
          ifLost:
            "Lost it later? Create the next secret on the endpoint’s page, and activate it when your server has it.",
        });
      },
    }),
  );
  const failure = create.error ? failureOf(create.error) : null;
  const isAtField = SHOWN_AT_FIELDS.some((field) => failure?.fields[field]);
  const wrongName = failure?.fields["name"];
  return (
    <Drawer title="Add endpoint" onClose={onClose}>
      <DrawerForm
        action="Create endpoint"
        busy={create.isPending}
        onSubmit={(form) => create.mutate({ merchantId, name: String(form.get("name") ?? ""), ...valuesOf(form) })}
      >
        {failure && !isAtField ? <Note tone="bad">{formatFailure(failure, "Nothing was created.")}</Note> : null}
        <TextField
          id="endpoint-name"
          label="Name"
          help="Payments refer to it by this name, which can’t be changed: 1 to 63 of a–z, 0–9 and -, e.g. orders-prod."
          error={wrongName ? `The name ${wrongName}.` : undefined}
          name="name"
          autoComplete="off"
          spellCheck={false}
          maxLength={MAX_NAME_LENGTH}
        />
        <EndpointFields
          before={BEFORE}
          eventTypes={policy.eventTypes}
          networks={policy.allowedNetworks}
          errors={failure?.fields ?? {}}
        />
      </DrawerForm>
    </Drawer>
  );
}
