import { useState } from "react";
import { Checkbox, Choices, Radio, TextField } from "../../ui/fields";
import { FormDrawer } from "../../ui/layers/layers";
import type { ShownOnce } from "../../ui/layers/secret-dialog";
import { useConsole } from "../../ui/queries";
import { useAction } from "../../ui/use-action";
import { type ApiKeyDraft, SCOPE_LABELS, SCOPES } from "./api-key-labels";
import { LimitFields, limitsOf } from "./api-key-limits";

type NewApiKeyProps = { draft: ApiKeyDraft; onClose: () => void; onMade: (shown: ShownOnce) => void };

export function NewApiKey({ draft, onClose, onMade }: NewApiKeyProps) {
  const { trpc, merchantId } = useConsole();
  const [scopesError, setScopesError] = useState<string>();
  const create = useAction(trpc.credentials.create, {
    unchanged: "Nothing was created.",
    fields: ["name", "ends_at", "allowed_networks"],
    changes: [trpc.credentials.list.queryFilter()],
    onDone: ({ client_id, client_secret }, { name }) => {
      onMade({
        about: name,
        values: [
          { label: "Client ID", name: "BANKSIDE_CLIENT_ID", value: client_id },
          { label: "Secret", name: "BANKSIDE_CLIENT_SECRET", value: client_secret },
        ],
        ifLost: "Lost it? Create a new key and disable this one.",
      });
    },
  });
  const send = (form: FormData) => {
    const isLimited = form.get("may") === "some";
    const scopes = isLimited ? SCOPES.filter((scope) => form.getAll("scope").includes(scope)) : [];
    const isEmpty = isLimited && scopes.length === 0;
    // An empty list of scopes would grant full access.
    setScopesError(isEmpty ? "Choose at least one permission." : undefined);
    if (isEmpty) return;
    create.run({
      merchantId,
      name: String(form.get("name") ?? ""),
      testOnly: form.get("testOnly") === "on",
      scopes,
      ...limitsOf(form),
    });
  };
  return (
    <FormDrawer title="Create API key" onClose={onClose} action="Create key" act={create} onSubmit={send}>
      <TextField
        id="credential-name"
        label="Name"
        help="Where you use it, e.g. “Production server”."
        error={create.errors["name"]}
        name="name"
        maxLength={80}
        defaultValue={draft.name}
      />
      <ScopesField scopes={draft.scopes ?? []} error={scopesError} />
      <Checkbox
        name="testOnly"
        defaultChecked={draft.testOnly}
        help="Creates and reads test payments only. Can’t change the webhook URL."
      >
        Test only
      </Checkbox>
      <LimitFields limits={draft} errors={create.errors} />
    </FormDrawer>
  );
}

function ScopesField({ scopes, error }: { scopes: readonly string[]; error: string | undefined }) {
  const [isLimited, setLimited] = useState(scopes.length > 0);
  return (
    <Choices id="scopes" legend="Permissions" error={error}>
      <Radio name="may" value="all" checked={!isLimited} onChange={() => setLimited(false)}>
        Full access
      </Radio>
      <Radio
        name="may"
        value="some"
        checked={isLimited}
        onChange={() => setLimited(true)}
        help="Limit what this key can do."
      >
        Selected permissions
      </Radio>
      {isLimited ? (
        <div>
          {SCOPES.map((scope) => (
            <Checkbox
              key={scope}
              name="scope"
              value={scope}
              defaultChecked={scopes.includes(scope)}
              help={SCOPE_LABELS[scope]}
            >
              <code>{scope}</code>
            </Checkbox>
          ))}
        </div>
      ) : null}
    </Choices>
  );
}
