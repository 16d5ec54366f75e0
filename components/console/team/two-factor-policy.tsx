import { Section } from "../../ui/heading";
import { ConfirmButton } from "../../ui/layers/confirm-button";
import { Time } from "../../ui/time/time";
import ui from "../../ui/ui.module.css";
import type { Action } from "../../ui/use-action";
import type { Member } from "./team-calls";

type TwoFactorPolicyProps = {
  /** The people to whom the policy applies: "the members of this team". */
  whom: string;
  /** Those people; null: unknown here. */
  members: readonly Pick<Member, "twoFactor" | "hasApp" | "disabled">[] | null;
  since: string | null;
  /** Whether the user may change it. */
  mayChange: boolean;
  change: Action<{ required: boolean }>;
};

/** Whether two-factor authentication is required, since when, and the switch. */
export function TwoFactorPolicy({ whom, members, since, mayChange, change }: TwoFactorPolicyProps) {
  const willRequire = since === null;
  const wrong = change.errors["required"];
  const lacking = (factor: "twoFactor" | "hasApp", what: string) => {
    const count = members?.filter((member) => !member.disabled && !member[factor]).length ?? 0;
    return count === 0 ? null : ` ${count} ${count === 1 ? "has" : "have"} ${what}.`;
  };
  return (
    <>
      <Section title="Two-factor authentication" />
      <p>
        {since === null ? `Optional for ${whom}.` : `Required for ${whom} since `}
        {since === null ? null : <Time at={since} as="date" />}
        {lacking("twoFactor", "not set it up yet")}
        {lacking(
          "hasApp",
          `no authenticator app${willRequire ? ": requiring it stops their API tokens" : ", so their API tokens do not work"}`,
        )}
      </p>
      {mayChange ? (
        <div className={ui.actions}>
          <ConfirmButton
            label={willRequire ? "Require two-factor authentication" : "Make two-factor authentication optional"}
            title={willRequire ? "Require two-factor authentication?" : "Make two-factor authentication optional?"}
            action={willRequire ? "Require two-factor" : "Make optional"}
            primary={willRequire}
            act={{ ...change, failure: wrong ? `Nothing was changed: ${wrong}.` : change.failure }}
            input={{ required: willRequire }}
          >
            {willRequire
              ? "Until people set up an authenticator app or sign in with a passkey, they can open only the Security page. API tokens of people need an authenticator app: without one they stop working."
              : "People who have nothing else set up can sign in with an e-mail code only."}
          </ConfirmButton>
        </div>
      ) : null}
    </>
  );
}
