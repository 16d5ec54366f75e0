"use client";

import { useMutation } from "@tanstack/react-query";
import { Drawer, DrawerForm } from "../console/drawer";
import { failureWords } from "../console/failure-words";
import { Field, Note } from "../console/parts";
import { failureOf, useTRPC } from "../console/queries";
import ui from "../console/ui.module.css";
import s from "./operator.module.css";
import type { RolePlace } from "./people-section";
import { ROLE_WORDS, type RoleName } from "./people-words";
import { useChanged } from "./use-act";

const MAX_NAME = 140;
const MAX_EMAIL = 254;
const AT_FIELDS = ["email", "name", "role"];

type GiveRoleProps = {
  place: RolePlace;
  placeName: string;
  /** What is ticked at first. */
  suggested: RoleName;
  /** Whether the role owner may be given: by owners of the platform alone. */
  mayGiveOwner: boolean;
  onClose: () => void;
};

/** The form by which somebody gets a role in one place. Who has one there already gets this one instead. */
export function GiveRole({ place, placeName, suggested, mayGiveOwner, onClose }: GiveRoleProps) {
  const trpc = useTRPC();
  const changed = useChanged();
  const give = useMutation(
    trpc.platform.people.give.mutationOptions({
      onSuccess: async () => {
        await changed();
        onClose();
      },
    }),
  );
  const failure = give.error ? failureOf(give.error) : null;
  const isAtField = AT_FIELDS.some((field) => failure?.fields[field]);
  const submit = (form: FormData) =>
    give.mutate({
      ...place,
      email: String(form.get("email") ?? ""),
      name: String(form.get("name") ?? ""),
      role: String(form.get("role")) as RoleName,
    });
  return (
    <Drawer title={`Give access to ${placeName}`} onClose={onClose}>
      <DrawerForm action="Give access" busy={give.isPending} onSubmit={submit}>
        {failure && !isAtField ? <Note tone="bad">{failureWords(failure, "Nobody got access.")}</Note> : null}
        <Field
          id="person-email"
          label="E-mail address"
          help="Their sign-in codes go there."
          error={failure?.fields["email"]}
        >
          {(wiring) => (
            <span className={ui.input}>
              <input
                {...wiring}
                type="email"
                name="email"
                maxLength={MAX_EMAIL}
                autoComplete="off"
                spellCheck={false}
              />
            </span>
          )}
        </Field>
        <Field
          id="person-name"
          label="Name"
          help="Of somebody known already, the name stays."
          error={failure?.fields["name"]}
        >
          {(wiring) => (
            <span className={ui.input}>
              <input {...wiring} name="name" maxLength={MAX_NAME} autoComplete="off" />
            </span>
          )}
        </Field>
        <RoleChoice suggested={suggested} mayGiveOwner={mayGiveOwner} wrong={failure?.fields["role"]} />
      </DrawerForm>
    </Drawer>
  );
}

type RoleChoiceProps = { suggested: RoleName; mayGiveOwner: boolean; wrong: string | undefined };

/** The roles that may be given, each with what it may do. */
function RoleChoice({ suggested, mayGiveOwner, wrong }: RoleChoiceProps) {
  const offered = ROLE_WORDS.filter(({ role }) => mayGiveOwner || role !== "owner");
  const ticked = offered.some(({ role }) => role === suggested) ? suggested : offered[0]?.role;
  return (
    <fieldset className={s.roles} aria-describedby={wrong ? "role-error" : undefined}>
      <legend>Role</legend>
      {offered.map(({ role, words }) => (
        <label key={role} className={ui.check}>
          <input type="radio" name="role" value={role} defaultChecked={role === ticked} className={s.radio} />
          <span>
            {role}
            <small>{words}</small>
          </span>
        </label>
      ))}
      {wrong ? (
        <p className={ui.error} id="role-error" role="alert">
          This role {wrong}.
        </p>
      ) : null}
    </fieldset>
  );
}
