import { useQuery } from "@tanstack/react-query";
import { Dialog } from "radix-ui";
import { Button, LinkButton } from "../../ui/button";
import { Icon } from "../../ui/icons";
import { OpenDialog } from "../../ui/layers/open-dialog";
import overlay from "../../ui/layers/overlay.module.css";
import { Note, Status } from "../../ui/parts";
import { failureOf, type Outputs, useConsole } from "../../ui/queries";
import { formatMs } from "../../ui/time/duration";
import { Time } from "../../ui/time/time";
import ui from "../../ui/ui.module.css";
import type { Progress } from "../../ui/use-action";
import { formatResponse } from "../deliveries/delivery-labels";
import { deliveryPath } from "../deliveries/delivery-path";

type Detail = Outputs["webhooks"]["log"]["get"];

const REFRESH_MS = 700;

type DialogProps = {
  /** Of the endpoint; null: the default URL. */
  name: string | null;
  sending: Progress & { output: { id: string } | undefined };
  send: () => void;
  close: () => void;
};

/** The test event that was sent, and the response. */
export function SendTestDialog({ name, sending, send, close }: DialogProps) {
  return (
    <OpenDialog onClose={close} aria-describedby={undefined}>
      <header className={overlay.header}>
        <Dialog.Title>Test event to {name ?? "the default URL"}</Dialog.Title>
        <Dialog.Close className={ui.ghost} aria-label="Close">
          <Icon name="x" />
        </Dialog.Close>
      </header>
      <div className={overlay.body}>
        {sending.failure ? <Note tone="bad">{sending.failure}</Note> : null}
        {sending.output ? <Following id={sending.output.id} /> : null}
        {sending.busy ? <p role="status">Sending …</p> : null}
      </div>
      <footer className={overlay.footer}>
        <Button disabled={sending.busy} onClick={send}>
          Send another
        </Button>
        {sending.output ? (
          <LinkButton look="primary" href={deliveryPath(sending.output.id)}>
            View delivery
          </LinkButton>
        ) : null}
      </footer>
    </OpenDialog>
  );
}

/** The delivery until its first attempt has ended, then its result. */
function Following({ id }: { id: string }) {
  const { trpc, merchantId } = useConsole();
  const { data, error } = useQuery(
    trpc.webhooks.log.get.queryOptions(
      { merchantId, id },
      { refetchInterval: ({ state }) => (state.data && isOver(state.data) ? false : REFRESH_MS) },
    ),
  );
  if (error) return <Note tone="bad">{failureOf(error).message}</Note>;
  return (
    <div role="status" className={ui.field}>
      {data ? <Result detail={data} /> : <p>Sending …</p>}
    </div>
  );
}

function isOver({ status, tries }: Detail): boolean {
  return status !== "waiting" || tries.length > 0;
}

function Result({ detail }: { detail: Detail }) {
  const { tries, why, status, dueAt } = detail;
  const last = tries.at(-1);
  if (!isOver(detail)) {
    return (
      <Status tone="accent" glyph="half">
        Sending. Your server has 15 seconds to respond.
      </Status>
    );
  }
  if (!last) return <p>{why}</p>;
  const response = `${formatResponse(last)} in ${formatMs(last.durationMs)}`;
  if (last.error === null) {
    return (
      <Status tone="good" glyph="done">
        Delivered: {response}
      </Status>
    );
  }
  return (
    <>
      <Status tone="bad" glyph="fail">
        Not delivered: {response}
      </Status>
      <p className={ui.muted}>{why}</p>
      {status === "waiting" ? (
        <p className={ui.muted}>
          Next attempt at <Time at={dueAt} as="seconds" />
        </p>
      ) : null}
    </>
  );
}
