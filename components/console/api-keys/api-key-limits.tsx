import { useState } from "react";
import { AreaField, TextField } from "../../ui/fields";
import { FormDrawer } from "../../ui/layers/layers";
import { useConsole } from "../../ui/queries";
import { localOf, utcOf } from "../../ui/time/local-time";
import ui from "../../ui/ui.module.css";
import { useAction } from "../../ui/use-action";
import type { Credential } from "./api-key-labels";

const REOPEN = "Close this form and open it again to see the current ones.";

type Limits = { endsAt: string | null; allowedNetworks: string[] };

/** The limits of the form. */
export function limitsOf(form: FormData): Limits {
  const networks = String(form.get("allowedNetworks") ?? "").split(/[\s,]+/);
  return { endsAt: utcOf(form.get("endsAt")) ?? null, allowedNetworks: networks.filter((one) => one !== "") };
}

type FieldsProps = { limits: Partial<Limits>; errors: Partial<Record<string, string>> };

/** A key's end and allowed IP addresses. Empty: none and all. */
export function LimitFields({ limits, errors }: FieldsProps) {
  return (
    <>
      <TextField
        id="credential-ends"
        label="Expires"
        optional
        help="From then on the key gets no access tokens, and its existing tokens stop working. We e-mail owners, admins and developers a week before."
        error={errors["ends_at"]}
        name="endsAt"
        type="datetime-local"
        defaultValue={localOf(limits.endsAt ?? undefined)}
      />
      <AreaField
        id="credential-networks"
        label="Allowed IP addresses"
        optional
        help="One per line, e.g. 203.0.113.7 or 203.0.113.0/24. Requests from other addresses are rejected."
        error={errors["allowed_networks"]}
        name="allowedNetworks"
        rows={3}
        spellCheck={false}
        defaultValue={limits.allowedNetworks?.join("\n")}
      />
    </>
  );
}

/** Changes the end and the allowed IP addresses of an active API key. */
export function LimitApiKey(props: { credential: Credential; onClose: () => void }) {
  const { onClose } = props;
  // The values when the form was opened: the page behind it is refreshed every few seconds.
  const [{ id, name, endsAt, allowedNetworks }] = useState(props.credential);
  const seen = { endsAt, allowedNetworks };
  const { trpc, merchantId } = useConsole();
  const limit = useAction(trpc.credentials.limit, {
    unchanged: "Nothing was changed.",
    fields: ["ends_at", "allowed_networks"],
    changes: [trpc.credentials.list.queryFilter()],
    onDone: onClose,
  });
  return (
    <FormDrawer
      title={`Restrict ${name}`}
      onClose={onClose}
      action="Save restrictions"
      act={{ ...limit, failure: limit.errors["version"] ? `${limit.failure} ${REOPEN}` : limit.failure }}
      onSubmit={(form) => limit.run({ merchantId, id, ...limitsOf(form), seen })}
    >
      <LimitFields limits={seen} errors={limit.errors} />
      <p className={ui.help}>Takes effect within one second, also for existing tokens.</p>
    </FormDrawer>
  );
}
