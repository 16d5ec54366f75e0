"use client";

import { Drawer, DrawerForm } from "../drawer";
import { failureWords } from "../failure-words";
import { Field, Note } from "../parts";
import { failureOf } from "../queries";
import ui from "../ui.module.css";
import { RoleChoice, roleOf } from "./role-choice";
import { type Newcomer, type TeamOf, useInvite } from "./team-calls";
import type { Role } from "./team-words";

const FIELDS = ["email", "name", "role"];

type InviteProps = {
  of: TeamOf;
  /** What the team is called. */
  name: string;
  roles: readonly Role[];
  onClose: () => void;
  onDone: (invited: Newcomer) => void;
};

/** Asks somebody to join, by mail. */
export function Invite({ of, name, roles, onClose, onDone }: InviteProps) {
  const invite = useInvite(of, onDone);
  const failure = invite.error ? failureOf(invite.error) : null;
  const isAtField = failure !== null && FIELDS.some((field) => failure.fields[field]);
  // The one that can do the least harm: more is a choice.
  const least = roles.at(-1) ?? "viewer";
  return (
    <Drawer title={`Invite to ${name}`} onClose={onClose}>
      <DrawerForm
        action="Mail the invitation"
        busy={invite.isPending}
        onSubmit={(form) =>
          invite.mutate({
            email: String(form.get("email") ?? ""),
            name: String(form.get("name") ?? ""),
            role: roleOf(form, roles, least),
          })
        }
      >
        {failure && !isAtField ? <Note tone="bad">{failureWords(failure, "Nobody was invited.")}</Note> : null}
        <Field
          id="invite-email"
          label="Work e-mail"
          help="The invitation is good for this address alone, for seven days."
          error={failure?.fields["email"]}
        >
          {(wiring) => (
            <span className={ui.input}>
              <input {...wiring} name="email" type="email" autoComplete="off" maxLength={254} />
            </span>
          )}
        </Field>
        <Field
          id="invite-name"
          label="Name"
          help="As the team knows them. They may put it right when they come."
          error={failure?.fields["name"]}
        >
          {(wiring) => (
            <span className={ui.input}>
              <input {...wiring} name="name" autoComplete="off" maxLength={140} />
            </span>
          )}
        </Field>
        <RoleChoice roles={roles} chosen={least} error={failure?.fields["role"]} />
      </DrawerForm>
    </Drawer>
  );
}
