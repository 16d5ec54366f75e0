import { Choices, Radio } from "../../ui/fields";
import type { Role } from "./team-labels";
import { ROLE_LABELS } from "./team-labels";

type RoleChoiceProps = {
  /** The roles that the user may assign, most privileged first. */
  roles: readonly Role[];
  chosen: Role;
  error: string | undefined;
};

/** The roles that the user may assign, each with its description. */
export function RoleChoice({ roles, chosen, error }: RoleChoiceProps) {
  return (
    <Choices id="role" legend="Role" error={error}>
      {roles.map((role) => (
        <Radio key={role} name="role" value={role} defaultChecked={role === chosen} help={ROLE_LABELS[role].what}>
          {ROLE_LABELS[role].name}
        </Radio>
      ))}
    </Choices>
  );
}

/** The role chosen in a form; `otherwise` if it is not one of `roles`. */
export function roleOf(form: FormData, roles: readonly Role[], otherwise: Role): Role {
  return roles.find((role) => role === form.get("role")) ?? otherwise;
}
