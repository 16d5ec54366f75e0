import { useMutation, useQuery } from "@tanstack/react-query";
import { Dialog } from "radix-ui";
import { type ReactNode, useId, useState, useSyncExternalStore } from "react";
import { Button } from "../../ui/button";
import { Field, Input } from "../../ui/fields";
import { Icon } from "../../ui/icons";
import { OpenDialog } from "../../ui/layers/open-dialog";
import s from "../../ui/layers/overlay.module.css";
import { Note } from "../../ui/parts";
import { failureOf, useTRPC } from "../../ui/queries";
import ui from "../../ui/ui.module.css";
import { useAction } from "../../ui/use-action";
import { getPasskeyAssertion, passkeyFailure, passkeySupport } from "../sign-in/passkey-browser";
import { settleStepUp } from "./step-up-request";

const LEAD = "Please confirm it’s you. We won’t ask again for 10 minutes.";

/** The step-up in a dialog of its own, for a call of no other layer. */
export function StepUpDialog() {
  return (
    <OpenDialog onClose={() => settleStepUp(false)}>
      <div className={s.body}>
        <div>
          <Dialog.Title>Confirm your identity</Dialog.Title>
          <Dialog.Description className={ui.muted}>{LEAD}</Dialog.Description>
        </div>
        <Ways />
      </div>
      <footer className={s.footer}>
        <Dialog.Close className={ui.button}>Cancel</Dialog.Close>
      </footer>
    </OpenDialog>
  );
}

const focus = (part: HTMLElement | null) => part?.focus();

/** The step-up in place of a layer's foot. Takes the focus, which the button that was pressed has lost. */
export function StepUpFoot() {
  const lead = useId();
  return (
    <section
      className={s.question}
      aria-label="Confirm your identity"
      aria-describedby={lead}
      tabIndex={-1}
      ref={focus}
    >
      <p id={lead}>{LEAD}</p>
      <Ways />
      <Button onClick={() => settleStepUp(false)}>Cancel</Button>
    </section>
  );
}

/** Proves the identity by a passkey, an app or a mailed code. */
function Ways() {
  const trpc = useTRPC();
  const supported = useSyncExternalStore(passkeySupport.subscribe, passkeySupport.here, passkeySupport.onServer);
  const ways = useQuery(trpc.me.stepUpMethods.queryOptions(undefined, { staleTime: 0 }));
  const passkey = supported && ways.data?.passkey === true;
  return (
    <>
      {ways.error ? <Note tone="bad">{failureOf(ways.error).message}</Note> : null}
      {passkey ? <ByPasskey /> : null}
      {ways.data?.app ? <ByApp also={passkey} /> : null}
      {ways.data?.mail ? <ByMail also={passkey} /> : null}
      {ways.data?.app || ways.data?.mail !== false ? null : <ByOtherSignIn />}
    </>
  );
}

/** For a session of a passkey that is not at hand: no mailed code confirms it, but another sign-in is a fresh proof. */
function ByOtherSignIn() {
  const to = window.location.pathname + window.location.search;
  return (
    <p className={`${ui.muted} ${ui.small}`}>
      You signed in with a passkey. If you don’t have it here,{" "}
      <a href={`/sign-in?${new URLSearchParams({ error: "again", to })}`}>sign in again with a code</a>.
    </p>
  );
}

function ByPasskey() {
  const trpc = useTRPC();
  const start = useMutation(trpc.me.startVerifyPasskey.mutationOptions());
  const verify = useMutation(trpc.me.verifyPasskey.mutationOptions());
  const [failure, setFailure] = useState<string | null>(null);
  const use = async () => {
    setFailure(null);
    try {
      const response = await getPasskeyAssertion(await start.mutateAsync());
      await verify.mutateAsync({ response });
      settleStepUp(true);
    } catch (error) {
      const { message, fields } = failureOf(error);
      setFailure(passkeyFailure(error) ?? fields["passkey"] ?? message);
    }
  };
  return (
    <div className={ui.field}>
      <Button look="primary" disabled={start.isPending || verify.isPending} onClick={use}>
        <Icon name="passkey" />
        Use passkey
      </Button>
      {failure ? <Note tone="bad">{failure}</Note> : null}
    </div>
  );
}

function ByApp({ also }: { also: boolean }) {
  const trpc = useTRPC();
  const verify = useMutation(trpc.me.verifyApp.mutationOptions({ onSuccess: () => settleStepUp(true) }));
  return (
    <CodeForm
      label="Code from your app"
      help="Or one of your recovery codes."
      primary={!also}
      busy={verify.isPending}
      error={errorOf(verify.error)}
      onCode={(code) => verify.mutate({ code })}
    />
  );
}

function ByMail({ also }: { also: boolean }) {
  const trpc = useTRPC();
  const start = useAction(trpc.me.startVerifyMail, { unchanged: "No code was sent." });
  const verify = useMutation(trpc.me.verifyMail.mutationOptions({ onSuccess: () => settleStepUp(true) }));
  const mailed = start.output;
  if (!mailed)
    return (
      <div className={ui.field}>
        <Button look={also ? undefined : "primary"} disabled={start.busy} onClick={() => start.run()}>
          Send code
        </Button>
        {start.failure ? <Note tone="bad">{start.failure}</Note> : null}
      </div>
    );
  return (
    <CodeForm
      label="Code from the e-mail"
      help={
        <>
          We sent a code of six letters and digits to <b>{mailed.email}</b>. It works once, for 10 minutes.
        </>
      }
      primary={!also}
      busy={verify.isPending}
      error={errorOf(verify.error)}
      onCode={(code) => verify.mutate({ challengeId: mailed.challengeId, code })}
    />
  );
}

function errorOf(error: unknown): string | undefined {
  if (!error) return undefined;
  const { fields, message } = failureOf(error);
  return fields["code"] ?? message;
}

type CodeFormProps = {
  label: string;
  help: ReactNode;
  primary: boolean;
  busy: boolean;
  error: string | undefined;
  onCode: (code: string) => void;
};

function CodeForm({ label, help, primary, busy, error, onCode }: CodeFormProps) {
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        // The layer around it has a form of its own.
        event.stopPropagation();
        const code = new FormData(event.currentTarget).get("code");
        if (typeof code === "string" && code.trim() !== "") onCode(code);
      }}
    >
      <Field id="verify-code" label={label} help={help} error={error}>
        {(wiring) => (
          <span className={ui.withButton}>
            <Input
              {...wiring}
              name="code"
              autoFocus={primary}
              autoComplete="one-time-code"
              autoCapitalize="characters"
              spellCheck={false}
              maxLength={24}
            />
            <Button look={primary ? "primary" : undefined} type="submit" disabled={busy}>
              Confirm
            </Button>
          </span>
        )}
      </Field>
    </form>
  );
}
