"use client";

import { useMutation, useQuery } from "@tanstack/react-query";
import Link from "next/link";
import { Dialog } from "radix-ui";
import { useState } from "react";
import { answerWord } from "./delivery-words";
import { durationWords } from "./health-words";
import { Icon } from "./icons";
import overlay from "./overlay.module.css";
import { Note, Status } from "./parts";
import { failureOf, type Outputs, useMerchantId, useTRPC } from "./queries";
import { useReturnFocus } from "./return-focus";
import { Time } from "./time";
import ui from "./ui.module.css";

type Detail = Outputs["webhooks"]["log"]["get"];

const REFRESH_MS = 700;

/** Sends a test event to a destination (null: the default URL), follows it, and says what came back. */
export function SendTest({ name }: { name: string | null }) {
  const trpc = useTRPC();
  const merchantId = useMerchantId();
  const sending = useMutation(trpc.webhooks.log.sendTest.mutationOptions());
  const [isOpen, setOpen] = useState(false);
  const returnFocus = useReturnFocus();
  const send = () => sending.mutate({ merchantId, name });
  const open = (next: boolean) => {
    setOpen(next);
    if (next) send();
  };
  return (
    <Dialog.Root open={isOpen} onOpenChange={open}>
      <Dialog.Trigger className={ui.button}>Send a test event</Dialog.Trigger>
      <Dialog.Portal>
        <Dialog.Overlay className={overlay.scrim} />
        <Dialog.Content className={overlay.dialog} aria-describedby={undefined} onCloseAutoFocus={returnFocus}>
          <header className={overlay.header}>
            <Dialog.Title>A test event to {name ?? "the default URL"}</Dialog.Title>
            <Dialog.Close className={ui.ghost} aria-label="Close">
              <Icon name="x" />
            </Dialog.Close>
          </header>
          <div className={overlay.body}>
            {sending.error ? <Note tone="bad">{failureOf(sending.error).message}</Note> : null}
            {sending.data ? <Following id={sending.data.id} /> : null}
            {sending.isPending ? <p role="status">Being recorded …</p> : null}
          </div>
          <footer className={overlay.footer}>
            <button className={ui.button} type="button" disabled={sending.isPending} onClick={send}>
              Send another
            </button>
            {sending.data ? (
              <Link className={`${ui.button} ${ui.primary}`} href={`/console/webhooks/deliveries/${sending.data.id}`}>
                See the delivery
              </Link>
            ) : null}
          </footer>
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  );
}

/** The delivery until its first try is over, and what came of that. */
function Following({ id }: { id: string }) {
  const trpc = useTRPC();
  const merchantId = useMerchantId();
  const { data, error } = useQuery(
    trpc.webhooks.log.get.queryOptions(
      { merchantId, id },
      { refetchInterval: ({ state }) => (state.data && isOver(state.data) ? false : REFRESH_MS) },
    ),
  );
  if (error) return <Note tone="bad">{failureOf(error).message}</Note>;
  return (
    <div role="status" className={ui.field}>
      {data ? <News detail={data} /> : <p>On its way …</p>}
    </div>
  );
}

function isOver({ status, tries }: Detail): boolean {
  return status !== "waiting" || tries.length > 0;
}

function News({ detail }: { detail: Detail }) {
  const { tries, why, status, dueAt } = detail;
  const last = tries.at(-1);
  if (!isOver(detail)) {
    return (
      <Status tone="accent" glyph="half">
        On its way, signed as every other. A server has 15 seconds to answer.
      </Status>
    );
  }
  if (!last) return <p>{why}</p>;
  const answer = `${answerWord(last)} in ${durationWords(last.durationMs)}`;
  if (last.error === null) {
    return (
      <Status tone="good" glyph="done">
        Taken: {answer}
      </Status>
    );
  }
  return (
    <>
      <Status tone="bad" glyph="fail">
        Not taken: {answer}
      </Status>
      <p className={ui.muted}>{why}</p>
      {status === "waiting" ? (
        <p className={ui.muted}>
          It is tried again as every other, next at <Time at={dueAt} as="seconds" />.
        </p>
      ) : null}
    </>
  );
}
