import { ConfirmDialog } from "../../ui/layers/layers";
import { type Outputs, useTRPC } from "../../ui/queries";
import { useOperatorAction } from "../frame/use-operator-action";
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
  const options = { unchanged: "Nothing was changed.", onDone: onClose };
  const take = useOperatorAction(trpc.platform.people.take, options);
  const change = useOperatorAction(trpc.platform.people.switch, options);
  const reset = useOperatorAction(trpc.platform.people.resetSignIn, options);
  const { email } = person;
  // The error of the role is more specific than the message of the call.
  const wrong = take.errors["role"] ?? change.errors["role"];
  const failure = take.failure ?? change.failure ?? reset.failure;
  const words = describeAct(act, person);
  const carryOut = () => {
    if (act.kind === "take") return take.run({ ...act.place, email });
    return act.kind === "switch" ? change.run({ email, to: act.to }) : reset.run({ email });
  };
  return (
    <ConfirmDialog
      title={words.title}
      action={words.action}
      primary={act.kind === "switch" && act.to === "enabled"}
      act={{
        busy: take.busy || change.busy || reset.busy,
        failure: wrong ? `This role ${wrong}. Nothing was changed.` : failure,
      }}
      onConfirm={carryOut}
      onCancel={onClose}
    >
      {words.what}
    </ConfirmDialog>
  );
}

function describeAct(
  act: PersonAct,
  { name, email, disabledAt }: Person,
): { title: string; action: string; what: string } {
  if (act.kind === "reset") {
    return {
      title: `Reset the sign-in of ${name}?`,
      action: "Reset sign-in",
      what: `First confirm by another channel than e-mail that ${name} asked for this. It removes their passkeys and two-factor authentication, signs them out everywhere and forgets their browsers. ${disabledAt ? "They stay disabled." : `They sign in again with a code sent to ${email} and get an e-mail about the reset.`} Their roles stay.`,
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
