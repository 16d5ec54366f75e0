"use client";

import { useMutation } from "@tanstack/react-query";
import { ConfirmDialog } from "../console/confirm-dialog";
import { failureOf, type Outputs, useTRPC } from "../console/queries";
import type { RolePlace } from "./people-section";
import { useChanged } from "./use-act";

type Person = Outputs["platform"]["people"]["list"]["items"][number];

/** What is done about a person: a role in one place is taken away, or they are kept out or let in again. */
export type PersonAct = { kind: "take"; place: RolePlace } | { kind: "switch"; to: "disabled" | "enabled" };

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
  const { email, name } = person;
  const error = take.error ?? change.error;
  const words = wordsOf(act, name);
  return (
    <ConfirmDialog
      title={words.title}
      action={words.action}
      cancel="Leave it"
      primary={act.kind === "switch" && act.to === "enabled"}
      busy={take.isPending || change.isPending}
      error={error ? failureSentence(error) : null}
      onConfirm={() =>
        act.kind === "take" ? take.mutate({ ...act.place, email }) : change.mutate({ email, to: act.to })
      }
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

function wordsOf(act: PersonAct, name: string): { title: string; action: string; what: string } {
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
