import { Checkbox, Choices, TextField } from "../../ui/fields";

const ROLES = [
  { role: "receiving", words: "Receives payments" },
  { role: "settlement", words: "Shown in Balances" },
  { role: "refund", words: "Pays refunds to customers" },
] as const;

const KNOWN: readonly string[] = ROLES.map(({ role }) => role);

/** The roles of an account: three predefined ones, and the operator's own. */
export function RoleFields({ before, error }: { before: readonly string[]; error: string | undefined }) {
  const own = before.filter((role) => !KNOWN.includes(role)).join(", ");
  return (
    <Choices id="roles" legend="Roles" error={error}>
      {ROLES.map(({ role, words }) => (
        <Checkbox key={role} name="role" value={role} defaultChecked={before.includes(role)} help={words}>
          {role}
        </Checkbox>
      ))}
      <TextField id="own-roles" label="Other roles" name="ownRoles" defaultValue={own} placeholder="payroll, tax" />
    </Choices>
  );
}

/** The chosen roles without duplicates. */
export function rolesOf(form: FormData): string[] {
  const own = String(form.get("ownRoles") ?? "").split(",");
  const ticked = form.getAll("role").map(String);
  return [...new Set([...ticked, ...own].map((role) => role.trim()).filter((role) => role !== ""))];
}
