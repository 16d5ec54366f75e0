"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { Drawer, DrawerForm } from "./drawer";
import { EndpointFields } from "./endpoint-fields";
import { valuesOf } from "./endpoint-form";
import { failureWords } from "./failure-words";
import { Field, Note } from "./parts";
import { failureOf, type Outputs, useMerchantId, useTRPC } from "./queries";
import type { ShownOnce } from "./secret-dialog";
import ui from "./ui.module.css";

type Terms = Outputs["webhooks"]["endpoints"]["list"]["terms"];

const MAX_NAME_LENGTH = 63;
const BEFORE = { url: "", signed: true, environment: "Both", eventTypes: [], isDefault: false } as const;
const SHOWN_AT_FIELDS = ["name", "url", "eventTypes", "event_types"];

type NewEndpointProps = {
  terms: Terms;
  onClose: () => void;
  onMade: (name: string, shown: ShownOnce) => void;
};

/** The form of a new endpoint. Its secret is handed on, to be shown once. */
export function NewEndpoint({ terms, onClose, onMade }: NewEndpointProps) {
  const trpc = useTRPC();
  const merchantId = useMerchantId();
  const queries = useQueryClient();
  const create = useMutation(
    trpc.webhooks.endpoints.create.mutationOptions({
      onSuccess: ({ name, webhook_secret }) => {
        queries.invalidateQueries(trpc.webhooks.endpoints.pathFilter());
        queries.invalidateQueries(trpc.webhooks.health.pathFilter());
        onMade(name, {
          about: `Signs what is sent to ${name}`,
          values: [{ label: "Secret", name: "BANKSIDE_WEBHOOK_SECRET", value: webhook_secret }],
          ifLost:
            "Lost it later? Prepare the next one on the endpoint’s page, and activate it when your server has it.",
        });
      },
    }),
  );
  const failure = create.error ? failureOf(create.error) : null;
  const isAtField = SHOWN_AT_FIELDS.some((field) => failure?.fields[field]);
  const wrongName = failure?.fields["name"];
  return (
    <Drawer title="New endpoint" onClose={onClose}>
      <DrawerForm
        action="Create and show the secret"
        busy={create.isPending}
        onSubmit={(form) => create.mutate({ merchantId, name: String(form.get("name") ?? ""), ...valuesOf(form) })}
      >
        {failure && !isAtField ? <Note tone="bad">{failureWords(failure, "Nothing was created.")}</Note> : null}
        <Field
          id="endpoint-name"
          label="Name"
          help="What payments call it, for ever: a to z, 0 to 9 and -, such as orders-prod."
          error={wrongName ? `The name ${wrongName}.` : undefined}
        >
          {(wiring) => (
            <span className={ui.input}>
              <input {...wiring} name="name" autoComplete="off" spellCheck={false} maxLength={MAX_NAME_LENGTH} />
            </span>
          )}
        </Field>
        <EndpointFields
          before={BEFORE}
          eventTypes={terms.eventTypes}
          networks={terms.allowedNetworks}
          errors={failure?.fields ?? {}}
        />
      </DrawerForm>
    </Drawer>
  );
}
