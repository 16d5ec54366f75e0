import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { Checkbox, SelectField, TextField } from "../../ui/fields";
import { FormDrawer } from "../../ui/layers/layers";
import { useTRPC } from "../../ui/queries";
import { useOperatorAction } from "../frame/use-operator-action";
import { RoleFields, rolesOf } from "./role-fields";

const AT_FIELDS = ["iban", "currency", "roles", "connection", "holder_name", "bank_name"];
/** The simulated bank for accounts: it is in no catalogue. */
const SIMULATED = { id: "riverbank", environment: "test", enabled: true };

type Texts = { name: string; field: string; label: string; help: string; optional?: true; maxLength: number };

const TEXTS: readonly Texts[] = [
  { name: "iban", field: "iban", label: "IBAN", help: "With or without spaces.", maxLength: 42 },
  { name: "currency", field: "currency", label: "Currency", help: "Three letters, ISO 4217.", maxLength: 3 },
  {
    name: "holderName",
    field: "holder_name",
    label: "Account holder",
    help: "The holder in reports (camt.053). Customers’ banks show the merchant’s name, which is the default.",
    optional: true,
    maxLength: 70,
  },
  {
    name: "bankName",
    field: "bank_name",
    label: "Bank name in the Console",
    help: "Default: the connection’s.",
    optional: true,
    maxLength: 70,
  },
];

/** The form that adds a managed account. */
export function AddAccount({ merchantId, onClose }: { merchantId: string; onClose: () => void }) {
  const trpc = useTRPC();
  const [simulated, setSimulated] = useState(false);
  const add = useOperatorAction(trpc.platform.accounts.add, {
    unchanged: "Nothing was added.",
    fields: AT_FIELDS,
    onDone: onClose,
  });
  const submit = (form: FormData) => {
    const text = (name: string) => String(form.get(name) ?? "").trim();
    add.run({
      merchantId,
      simulated,
      connectionId: text("connection"),
      iban: text("iban"),
      currency: text("currency"),
      roles: rolesOf(form),
      ...(text("holderName") === "" ? {} : { holderName: text("holderName") }),
      ...(text("bankName") === "" ? {} : { bankName: text("bankName") }),
    });
  };
  return (
    <FormDrawer title="Add account" onClose={onClose} action="Add account" act={add} onSubmit={submit}>
      <Checkbox
        checked={simulated}
        onChange={(event) => setSimulated(event.currentTarget.checked)}
        help="At a test connection or at the simulated bank. No money moves."
      >
        Test account
      </Checkbox>
      <ConnectionField simulated={simulated} error={add.errors["connection"]} />
      <TextFields errors={add.errors} />
      <RoleFields before={["receiving"]} error={add.errors["roles"]} />
    </FormDrawer>
  );
}

/** The enabled connections to the bank that holds the account. */
function ConnectionField({ simulated, error }: { simulated: boolean; error: string | undefined }) {
  const trpc = useTRPC();
  const connections = useQuery(trpc.platform.connections.list.queryOptions());
  const environment = simulated ? "test" : "live";
  // The simulated bank is first: the selection stays valid when the others have loaded.
  const all = [SIMULATED, ...(connections.data ?? [])].filter((one) => one.enabled && one.environment === environment);
  const none = connections.isPending
    ? "Loading connections"
    : connections.isError
      ? "Connections couldn’t be loaded"
      : `No ${environment} connection is enabled`;
  return (
    <SelectField
      id="account-connection"
      label="Connection"
      help={`Of the bank that holds the account. ${simulated ? "Riverbank is simulated." : "Live connections only."}`}
      error={error}
      name="connection"
      key={environment}
    >
      {all.length === 0 ? <option value="">{none}</option> : null}
      {all.map(({ id }) => (
        <option key={id} value={id}>
          {id}
        </option>
      ))}
    </SelectField>
  );
}

function TextFields({ errors }: { errors: Record<string, string> }) {
  return (
    <>
      {TEXTS.map(({ name, field, label, help, optional = false, maxLength }) => (
        <TextField
          key={name}
          id={`account-${name}`}
          label={label}
          optional={optional}
          help={help}
          error={errors[field]}
          name={name}
          maxLength={maxLength}
        />
      ))}
    </>
  );
}
