"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { type RefObject, useRef, useState } from "react";
import { ConfirmDialog } from "../confirm-dialog";
import { failureWords } from "../failure-words";
import { Section } from "../heading";
import { Icon } from "../icons";
import { Note } from "../parts";
import { failureOf, useTRPC } from "../queries";
import { Time } from "../time";
import ui from "../ui.module.css";
import s from "./account.module.css";
import type { Own } from "./own-sign-in";
import { RecoveryCodes } from "./recovery-codes";
import { SetUpApp } from "./set-up-app";

const FEW_CODES = 3;

/** The second step: an authenticator app, and recovery codes for the day on which the phone is gone. */
export function SecondStep({ app }: { app: Own["app"] }) {
  const trpc = useTRPC();
  const queries = useQueryClient();
  const [open, setOpen] = useState<"setup" | "remove" | "renew" | null>(null);
  const [codes, setCodes] = useState<string[] | null>(null);
  const stay = useRef<HTMLButtonElement>(null);
  const close = () => setOpen(null);
  const refresh = () => queries.invalidateQueries(trpc.me.get.queryFilter());
  const show = async (made: string[]) => {
    close();
    setCodes(made);
    await refresh();
  };
  return (
    <section aria-label="Second step">
      <Section title="Second step">
        {app ? (
          <button className={ui.button} type="button" ref={stay} onClick={() => setOpen("renew")}>
            New recovery codes
          </button>
        ) : (
          <button className={ui.button} type="button" ref={stay} onClick={() => setOpen("setup")}>
            Set up an app
          </button>
        )}
      </Section>
      <p className={s.about}>
        After a code by mail, an authenticator app on your phone says six more digits. Whoever reads your mail has no
        phone of yours. A passkey needs no second step: it is two in one.
      </p>
      {app ? <AppRow app={app} onRemove={() => setOpen("remove")} /> : null}
      {open === "setup" ? <SetUpApp onDone={show} onClose={close} /> : null}
      {open === "renew" ? <Renew stayAt={stay} onDone={show} onClose={close} /> : null}
      {open === "remove" ? <RemoveApp stayAt={stay} onDone={refresh} onClose={close} /> : null}
      {codes ? <RecoveryCodes codes={codes} stayAt={stay} onDone={() => setCodes(null)} /> : null}
    </section>
  );
}

function AppRow({ app, onRemove }: { app: NonNullable<Own["app"]>; onRemove: () => void }) {
  const left = app.recoveryCodes;
  return (
    <>
      <ul className={s.list}>
        <li>
          <Icon name="phone" />
          <div>
            <b>Authenticator app</b>
            <p>
              Set up <Time at={app.since} as="date" /> ·{" "}
              {left === 0
                ? "no recovery code is left"
                : left === 1
                  ? "one recovery code is left"
                  : `${left} recovery codes are left`}
            </p>
          </div>
          <button className={`${ui.button} ${ui.slim} ${ui.danger}`} type="button" onClick={onRemove}>
            Remove the app
          </button>
        </li>
      </ul>
      {left < FEW_CODES ? (
        <Note tone="warn">
          Without the phone, and without a recovery code, only whoever runs this installation can let you in. Make new
          codes.
        </Note>
      ) : null}
    </>
  );
}

type ActProps = { stayAt: RefObject<HTMLButtonElement | null>; onClose: () => void };

function Renew({ stayAt, onDone, onClose }: ActProps & { onDone: (codes: string[]) => Promise<void> }) {
  const trpc = useTRPC();
  const renew = useMutation(trpc.me.renewRecoveryCodes.mutationOptions({ onSuccess: ({ codes }) => onDone(codes) }));
  return (
    <ConfirmDialog
      title="Make new recovery codes?"
      action="Make ten new ones"
      cancel="Keep the old ones"
      primary
      stayAt={stayAt}
      busy={renew.isPending}
      error={renew.error ? failureWords(failureOf(renew.error), "The old ones still work.") : null}
      onConfirm={() => renew.mutate()}
      onCancel={onClose}
    >
      Those from before stop working at once. The new ones are shown this once.
    </ConfirmDialog>
  );
}

function RemoveApp({ stayAt, onDone, onClose }: ActProps & { onDone: () => Promise<void> }) {
  const trpc = useTRPC();
  const remove = useMutation(
    trpc.me.removeApp.mutationOptions({
      onSuccess: async () => {
        await onDone();
        onClose();
      },
    }),
  );
  return (
    <ConfirmDialog
      title="Remove the app?"
      action="Remove it"
      stayAt={stayAt}
      busy={remove.isPending}
      error={remove.error ? failureWords(failureOf(remove.error), "It is still asked for.") : null}
      onConfirm={() => remove.mutate()}
      onCancel={onClose}
    >
      A code by mail alone signs in to your account from then on. The recovery codes are over too.
    </ConfirmDialog>
  );
}
