"use client";

import { useMutation } from "@tanstack/react-query";
import { ConfirmDialog } from "../console/confirm-dialog";
import { failureOf, type Outputs, useTRPC } from "../console/queries";
import type { RolePlace } from "./people-section";
import { useChanged } from "./use-act";

type Person = Outputs["platform"]["people"]["list"]["items"][number];

/**
 * What is done about a person: a role in one place is taken away, they are kept out or let in again, or they have lost
 * what they sign in with.
 */
export type PersonAct =
  | { kind: "take"; place: RolePlace }
  | { kind: "switch"; to: "disabled" | "enabled" }
  | { kind: "reset" };

type PersonActProps = { act: PersonAct; person: Person; onClose: () => void };

/** Asks before, and does it. */
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
  const words = wordsOf(act, person);
  const carryOut = () => {
    if (act.kind === "take") return take.mutate({ ...act.place, email });
    return act.kind === "switch" ? change.mutate({ email, to: act.to }) : reset.mutate({ email });
  };
  return (
    <ConfirmDialog
      title={words.title}
      action={words.action}
      cancel="Leave it"
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

/** What was wrong with the role says more than that the call was not valid. */
function failureSentence(error: unknown): string {
  const { message, fields } = failureOf(error);
  const wrong = fields["role"];
  return `${wrong ? `This role ${wrong}.` : message} Nothing was changed.`;
}

function wordsOf(act: PersonAct, { name, email }: Person): { title: string; action: string; what: string } {
  if (act.kind === "reset") {
    return {
      title: `Reset the sign-in of ${name}?`,
      action: "Reset it",
      what: `Make sure by another way than mail that it is they who ask. Their passkeys and second step are removed, they are signed out everywhere, and no browser of theirs is known any more. A code mailed to ${email} is the way in again; they are told of it there. Their roles stay.`,
    };
  }
  if (act.kind === "take") {
    return {
      title: `Take the role of ${name} away?`,
      action: "Take it away",
      what: "It holds no longer, on every page and for every token, within a second. Other roles of theirs stay.",
    };
  }
  return act.to === "disabled"
    ? {
        title: `Disable ${name}?`,
        action: "Disable",
        what: "They cannot sign in, sessions end at once, and tokens stop working within a second. Their roles are kept.",
      }
    : { title: `Let ${name} sign in again?`, action: "Enable", what: "Their roles hold as before. They sign in anew." };
}
