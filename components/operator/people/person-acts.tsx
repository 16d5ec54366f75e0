"use client";

import { useMutation } from "@tanstack/react-query";
import { failureOf, type Outputs, useTRPC } from "../../console/frame/queries";
import { ConfirmDialog } from "../../ui/confirm-dialog";
import { useChanged } from "../frame/use-act";
import type { RoleScope } from "./role-labels";

type Person = Outputs["platform"]["people"]["list"]["items"][number];

/** An action on a person: remove a role in one scope, disable or enable the user, or reset lost sign-in methods. */
export type PersonAct =
  | { kind: "take"; place: RoleScope }
  | { kind: "switch"; to: "disabled" | "enabled" }
  | { kind: "reset" };

type PersonActProps = { act: PersonAct; person: Person; onClose: () => void };

/** Confirms the action and runs it. */
export function PersonActDialog({ act, person, onClose }: PersonActProps) {
  const trpc = useTRPC();
  const changed = useChanged();
  const onSuccess = async () => {
    await changed();
    onClose();
  };
  const take = useMutation(trpc.platform.people.take.mutationOptions({ onSuccess }));
  const change = useMutation(trpc.platform.people.switch.mutationOptions({ onSuccess }));
  const reset = useMutation(trpc.platform.people.resetSignIn.mutationOptions({ onSuccess }));
  const { email } = person;
  const error = take.error ?? change.error ?? reset.error;
  const words = describeAct(act, person);
  const carryOut = () => {
    if (act.kind === "take") return take.mutate({ ...act.place, email });
    return act.kind === "switch" ? change.mutate({ email, to: act.to }) : reset.mutate({ email });
  };
  return (
    <ConfirmDialog
      title={words.title}
      action={words.action}
      cancel="Cancel"
      primary={act.kind === "switch" && act.to === "enabled"}
      busy={take.isPending || change.isPending || reset.isPending}
      error={error ? failureSentence(error) : null}
      onConfirm={carryOut}
      onCancel={onClose}
    >
      {words.what}
    </ConfirmDialog>
  );
}

/** The error of the role is more specific than the message of the call. */
function failureSentence(error: unknown): string {
  const { message, fields } = failureOf(error);
  const wrong = fields["role"];
  return `${wrong ? `This role ${wrong}.` : message} Nothing was changed.`;
}

function describeAct(act: PersonAct, { name, email }: Person): { title: string; action: string; what: string } {
  if (act.kind === "reset") {
    return {
      title: `Reset the sign-in of ${name}?`,
      action: "Reset sign-in",
      what: `First confirm by another channel than e-mail that ${name} asked for this. It removes their passkeys and two-factor authentication, signs them out everywhere and forgets their browsers. They sign in again with a code sent to ${email} and get an e-mail about the reset. Their roles stay.`,
    };
  }
  if (act.kind === "take") {
    return {
      title: `Remove ${name}?`,
      action: "Remove",
      what: "They lose this role within a second, on every page and for every token. Their other roles stay.",
    };
  }
  return act.to === "disabled"
    ? {
        title: `Disable ${name}?`,
        action: "Disable",
        what: "They can’t sign in. Their sessions end at once and their tokens stop working within a second. Their roles are kept.",
      }
    : { title: `Enable ${name}?`, action: "Enable", what: "They can sign in again. Their roles are unchanged." };
}
