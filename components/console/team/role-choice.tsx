import ui from "../ui.module.css";
import s from "./team.module.css";
import { ROLE_WORDS, type Role } from "./team-words";

type RoleChoiceProps = {
  /** What may be given; the one that may do most first. */
  roles: readonly Role[];
  chosen: Role;
  error?: string | undefined;
};

/** The roles that may be given, each with what it is for. */
export function RoleChoice({ roles, chosen, error }: RoleChoiceProps) {
  return (
    <fieldset className={s.roles} aria-describedby={error ? "role-error" : undefined}>
      <legend>Role</legend>
      {roles.map((role) => (
        <label key={role} className={ui.check}>
          <input type="radio" name="role" value={role} defaultChecked={role === chosen} />
          <span>
            {ROLE_WORDS[role].name}
            <small>{ROLE_WORDS[role].what}</small>
          </span>
        </label>
      ))}
      {error ? (
        <p className={ui.error} id="role-error" role="alert">
          {error}
        </p>
      ) : null}
    </fieldset>
  );
}

/** The role that a form says, if it is one of these. */
export function roleOf(form: FormData, roles: readonly Role[], otherwise: Role): Role {
  return roles.find((role) => role === form.get("role")) ?? otherwise;
}
