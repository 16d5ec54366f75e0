"use client";

import type { UseMutationResult } from "@tanstack/react-query";
import { useState } from "react";
import { ConfirmDialog } from "../confirm-dialog";
import { failureWords } from "../failure-words";
import { Section } from "../heading";
import { failureOf } from "../queries";
import { Time } from "../time";
import ui from "../ui.module.css";

type TwoFactorPolicyProps = {
  /** Of whom it is required: "the members of this team". */
  whom: string;
  /** How many of them have none yet; null: not known here. */
  without: number | null;
  since: string | null;
  /** Whether the reader may change it. */
  mayChange: boolean;
  change: UseMutationResult<unknown, unknown, { required: boolean }>;
};

/** Whether two-factor authentication is required, since when, and the switch. */
export function TwoFactorPolicy({ whom, without, since, mayChange, change }: TwoFactorPolicyProps) {
  const [asking, setAsking] = useState(false);
  const willRequire = since === null;
  const failure = change.error ? failureOf(change.error) : null;
  const close = () => {
    change.reset();
    setAsking(false);
  };
  return (
    <>
      <Section title="Two-factor authentication" />
      <p>
        {since === null ? `Optional for ${whom}.` : `Required of ${whom} since `}
        {since === null ? null : <Time at={since} as="date" />}
        {without === null || without === 0 ? null : ` ${without} ${without === 1 ? "has" : "have"} none yet.`}
      </p>
      {mayChange ? (
        <div className={ui.actions}>
          <button className={ui.button} type="button" onClick={() => setAsking(true)}>
            {willRequire ? "Require two-factor authentication" : "Make it optional"}
          </button>
        </div>
      ) : null}
      {asking ? (
        <ConfirmDialog
          title={willRequire ? "Require two-factor authentication?" : "Make two-factor authentication optional?"}
          action={willRequire ? "Require it" : "Make it optional"}
          cancel="Cancel"
          primary={willRequire}
          busy={change.isPending}
          error={
            failure &&
            (failure.fields["required"]
              ? `Nothing was changed: ${failure.fields["required"]}.`
              : failureWords(failure, "Nothing was changed."))
          }
          onConfirm={() => change.mutate({ required: willRequire }, { onSuccess: close })}
          onCancel={close}
        >
          {willRequire
            ? "From now on, people who have no authenticator app and did not sign in with a passkey can set one up and do nothing else. Their API tokens stop working until then."
            : "A code by mail alone is enough to sign in again, for those who have nothing else set up."}
        </ConfirmDialog>
      ) : null}
    </>
  );
}
