"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { Drawer, DrawerForm } from "../../ui/drawer";
import { formatFailure } from "../../ui/format-failure";
import { Note } from "../../ui/parts";
import { failureOf, type Outputs, useMerchantId, useTRPC } from "../frame/queries";
import { EndpointFields, UrlField } from "./endpoint-fields";
import { changesOf, valuesOf } from "./endpoint-form";

type Endpoint = Outputs["webhooks"]["endpoints"]["get"];

const SHOWN_AT_FIELDS = ["url", "eventTypes", "event_types"];

/** The form of an existing endpoint: only changes are sent, and rejected if the endpoint was changed meanwhile. */
export function EditEndpoint(props: { endpoint: Endpoint; name: string; onClose: () => void }) {
  const { name, onClose } = props;
  const trpc = useTRPC();
  const merchantId = useMerchantId();
  const queries = useQueryClient();
  // The values when the form was opened: the page behind it is refreshed every few seconds.
  const [opened] = useState(props.endpoint);
  const edit = useMutation(
    trpc.webhooks.endpoints.edit.mutationOptions({
      onSuccess: async () => {
        await queries.invalidateQueries(trpc.webhooks.endpoints.pathFilter());
        onClose();
      },
    }),
  );
  const failure = edit.error ? failureOf(edit.error) : null;
  const isAtField = SHOWN_AT_FIELDS.some((field) => failure?.fields[field]);
  const isOld = failure?.fields["version"] !== undefined;
  const send = (form: FormData) => {
    const changes = changesOf(opened, valuesOf(form));
    if (Object.keys(changes).length === 0) return onClose();
    edit.mutate({ merchantId, name, version: opened.version ?? 0, ...changes });
  };
  return (
    <Drawer title={`Edit ${name}`} onClose={onClose}>
      <DrawerForm action="Save" busy={edit.isPending} onSubmit={send}>
        {failure && !isAtField ? (
          <Note tone="bad">
            {formatFailure(failure, "Nothing was saved.")}
            {isOld ? " Close this form and open it again to see the current settings." : null}
          </Note>
        ) : null}
        <EndpointFields
          before={opened}
          eventTypes={opened.policy.eventTypes}
          networks={opened.policy.allowedNetworks}
          errors={failure?.fields ?? {}}
        />
      </DrawerForm>
    </Drawer>
  );
}

/** The form of the default URL. */
export function EditDefaultUrl({ endpoint, onClose }: { endpoint: Endpoint; onClose: () => void }) {
  const trpc = useTRPC();
  const merchantId = useMerchantId();
  const queries = useQueryClient();
  const save = useMutation(
    trpc.webhooks.setUrl.mutationOptions({
      onSuccess: async () => {
        await queries.invalidateQueries(trpc.webhooks.endpoints.pathFilter());
        onClose();
      },
    }),
  );
  const failure = save.error ? failureOf(save.error) : null;
  const reason = failure?.fields["webhook_url"];
  return (
    <Drawer title={endpoint.url === null ? "Set default URL" : "Change default URL"} onClose={onClose}>
      <DrawerForm
        action="Save"
        busy={save.isPending}
        onSubmit={(form) => save.mutate({ merchantId, url: valuesOf(form).url })}
      >
        {failure && !reason ? <Note tone="bad">{formatFailure(failure, "Nothing was saved.")}</Note> : null}
        <UrlField value={endpoint.url ?? ""} reason={reason} networks={endpoint.policy.allowedNetworks} />
        <p>All deliveries are sent there from now on, including queued ones.</p>
      </DrawerForm>
    </Drawer>
  );
}
