"use client";

import { useState, useSyncExternalStore } from "react";
import { Button } from "../../ui/button";
import { Icon } from "../../ui/icons";
import { Note } from "../../ui/parts";
import ui from "../../ui/ui.module.css";
import { getPasskeyAssertion, passkeyFailure, passkeySupport } from "./passkey-browser";
import s from "./sign-in.module.css";

const UNREACHABLE = "We couldn’t reach the server. You are not signed in. Try again.";

async function post(path: string, body: object): Promise<{ ok: boolean; answer: Record<string, unknown> }> {
  const headers = { "Content-Type": "application/json" };
  const response = await fetch(path, { method: "POST", headers, body: JSON.stringify(body) });
  return { ok: response.ok, answer: (await response.json()) as Record<string, unknown> };
}

/** Signs in with a passkey of the device. `to`: the next address. */
export function PasskeySignIn({ to }: { to: string }) {
  const supported = useSyncExternalStore(passkeySupport.subscribe, passkeySupport.here, passkeySupport.onServer);
  const [state, setState] = useState<{ busy: boolean; failure: string | null }>({ busy: false, failure: null });
  const fail = (failure: string) => setState({ busy: false, failure });
  const use = async () => {
    setState({ busy: true, failure: null });
    try {
      const asked = await post("/sign-in/passkey/start", {});
      const response = await getPasskeyAssertion(asked.answer);
      const { ok, answer } = await post("/sign-in/passkey/finish", { to, response });
      if (!ok) return fail(typeof answer["message"] === "string" ? answer["message"] : UNREACHABLE);
      window.location.assign(typeof answer["to"] === "string" ? answer["to"] : "/console");
    } catch (error) {
      fail(passkeyFailure(error) ?? UNREACHABLE);
    }
  };
  return (
    <div className={s.way}>
      <Button
        className={s.tall}
        disabled={state.busy || !supported}
        aria-describedby={supported ? undefined : "no-passkeys"}
        onClick={use}
      >
        <Icon name="passkey" />
        Use passkey
      </Button>
      {supported ? null : (
        <p className={`${ui.muted} ${ui.small}`} id="no-passkeys">
          This browser doesn’t support passkeys at this address.
        </p>
      )}
      {state.failure ? <Note tone="bad">{state.failure}</Note> : null}
    </div>
  );
}
