"use client";

import { useMutation } from "@tanstack/react-query";
import { failureOf, useTRPC } from "../../console/frame/queries";
import { Drawer, DrawerForm } from "../../ui/drawer";
import { Radio, TextField } from "../../ui/fields";
import { formatFailure } from "../../ui/format-failure";
import { Note } from "../../ui/parts";
import ui from "../../ui/ui.module.css";
import s from "../frame/operator.module.css";
import { useChanged } from "../frame/use-act";
import type { RoleScope } from "./role-labels";
import { ROLE_LABELS, type RoleName } from "./role-labels";

const MAX_NAME = 140;
const MAX_EMAIL = 254;
const AT_FIELDS = ["email", "name", "role"];

type GiveRoleProps = {
  place: RoleScope;
  placeName: string;
  /** The role that is selected initially. */
  suggested: RoleName;
  /** Whether the user may assign the role owner: only owners of the platform may. */
  mayGiveOwner: boolean;
  onClose: () => void;
};

/** The form that assigns a role in one organisation. It replaces an existing role there. */
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
    <Drawer title={`Add a member to ${placeName}`} onClose={onClose}>
      <DrawerForm action="Add member" busy={give.isPending} onSubmit={submit}>
        {failure && !isAtField ? <Note tone="bad">{formatFailure(failure, "Nothing was changed.")}</Note> : null}
        <TextField
          id="person-email"
          label="E-mail address"
          help="Sign-in codes are sent there."
          error={failure?.fields["email"]}
          type="email"
          name="email"
          maxLength={MAX_EMAIL}
          autoComplete="off"
          spellCheck={false}
        />
        <TextField
          id="person-name"
          label="Name"
          help="Ignored if this person already has an account."
          error={failure?.fields["name"]}
          name="name"
          maxLength={MAX_NAME}
          autoComplete="off"
        />
        <RoleChoice suggested={suggested} mayGiveOwner={mayGiveOwner} wrong={failure?.fields["role"]} />
      </DrawerForm>
    </Drawer>
  );
}

type RoleChoiceProps = { suggested: RoleName; mayGiveOwner: boolean; wrong: string | undefined };

/** The roles that the user may assign, each with its permissions. */
function RoleChoice({ suggested, mayGiveOwner, wrong }: RoleChoiceProps) {
  const offered = ROLE_LABELS.filter(({ role }) => mayGiveOwner || role !== "owner");
  const ticked = offered.some(({ role }) => role === suggested) ? suggested : offered[0]?.role;
  return (
    <fieldset className={s.roles} aria-describedby={wrong ? "role-error" : undefined}>
      <legend>Role</legend>
      {offered.map(({ role, words }) => (
        <Radio key={role} name="role" value={role} defaultChecked={role === ticked} className={s.radio} help={words}>
          {role}
        </Radio>
      ))}
      {wrong ? (
        <p className={ui.error} id="role-error" role="alert">
          This role {wrong}.
        </p>
      ) : null}
    </fieldset>
  );
}
