"use client";

import { useMutation, useQuery } from "@tanstack/react-query";
import Link from "next/link";
import { useRouter } from "next/navigation";
import { useEffect, useState } from "react";
import { CopyButton, Id } from "./copy-button";
import s from "./delivery.module.css";
import { curlOf, headerText } from "./delivery-message";
import { DeliveryTries } from "./delivery-tries";
import { deliveryState, untilWords } from "./delivery-words";
import { endpointPath } from "./endpoints-table";
import { Fact } from "./fact";
import { Crumbs, Section } from "./heading";
import { groupDigits } from "./money";
import { Note, Status, TestTag } from "./parts";
import { failureOf, type Outputs, useMerchantId, useTRPC } from "./queries";
import { QueryFailure } from "./query-failure";
import { doctorHref } from "./signature-doctor/fragment";
import { Time } from "./time";
import { TryMessages } from "./try-messages";
import ui from "./ui.module.css";

type Detail = Outputs["webhooks"]["log"]["get"];

const REFRESH_MS = 2_000;
const SECOND_MS = 1_000;

/** One delivery: how it stands and why, what it is made of, each try with what was said, and the way to send it now. */
export function DeliveryPage({ first }: { first: Detail }) {
  const trpc = useTRPC();
  const merchantId = useMerchantId();
  const options = trpc.webhooks.log.get.queryOptions(
    { merchantId, id: first.id },
    { initialData: first, refetchInterval: REFRESH_MS },
  );
  const { data, isError, error, refetch } = useQuery(options);
  const [picked, setPicked] = useState<number | null>(null);
  const shown = data.tries.find(({ number }) => number === picked) ?? data.tries.at(-1);
  return (
    <>
      <Crumbs href="/console/webhooks/deliveries" name="Deliveries" here={data.event.type} />
      <Top detail={data} shown={shown} onSent={() => refetch()} />
      {isError ? <QueryFailure what="The delivery" error={error} retry={() => refetch()} /> : null}
      <Facts detail={data} />
      <Section title="Tries" />
      <DeliveryTries detail={data} shown={shown?.number ?? null} onPick={setPicked} />
      {shown ? (
        <TryMessages key={shown.id} one={shown} body={data.event.body} />
      ) : (
        <TryMessages one={null} body={data.event.body} />
      )}
    </>
  );
}

type TopProps = { detail: Detail; shown: Detail["tries"][number] | undefined; onSent: () => void };

function Top({ detail, shown, onSent }: TopProps) {
  const state = deliveryState({ ...detail, tries: detail.tries.length });
  const { body } = detail.event;
  return (
    <header className={s.top}>
      <h1 className={s.name}>
        <code>{detail.event.type}</code>
        <span className={s.state}>
          <Status tone={state.tone} glyph={state.glyph}>
            {state.at ? `Waiting for try ${detail.tries.length + 1}` : state.word}
          </Status>
          {state.at ? (
            <span className={ui.muted}>
              at <Time at={state.at} as="seconds" />
              <Until at={state.at} />
            </span>
          ) : null}
        </span>
      </h1>
      {detail.why ? <p className={s.say}>{detail.why}</p> : null}
      <div className={ui.actions}>
        <Resend detail={detail} onSent={onSent} />
        {shown ? (
          <>
            <CopyButton text={curlOf({ url: shown.url, headers: shown.requestHeaders, body })} label="the curl command">
              Copy as curl
            </CopyButton>
            <Link
              className={`${ui.button} ${ui.slim}`}
              href={doctorHref({ headers: headerText(shown.requestHeaders), body })}
            >
              Check the signature
            </Link>
          </>
        ) : null}
      </div>
    </header>
  );
}

/** In how long it comes. The server's view has none: it would be another when it arrives. */
function Until({ at }: { at: string }) {
  const [now, setNow] = useState<number | null>(null);
  useEffect(() => {
    const tick = () => setNow(Date.now());
    tick();
    const timer = setInterval(tick, SECOND_MS);
    return () => clearInterval(timer);
  }, []);
  return now === null ? null : `, ${untilWords(at, now)}`;
}

function Resend({ detail, onSent }: { detail: Detail; onSent: () => void }) {
  const trpc = useTRPC();
  const merchantId = useMerchantId();
  const router = useRouter();
  const sending = useMutation(
    trpc.webhooks.log.resend.mutationOptions({
      onSuccess: ({ id }) => (id === detail.id ? onSent() : router.push(`/console/webhooks/deliveries/${id}`)),
    }),
  );
  const waits = detail.status === "waiting";
  // What is on its way already goes no faster for being pressed.
  const isGoing = waits && (detail.inHand || detail.byHand);
  return (
    <>
      {isGoing ? (
        <span className={ui.muted} role="status">
          On its way now.
        </span>
      ) : (
        <button
          className={`${ui.button} ${ui.primary}`}
          type="button"
          disabled={sending.isPending}
          onClick={() => sending.mutate({ merchantId, id: detail.id })}
          data-again=""
        >
          {waits || detail.status === "no_destination" ? "Send now" : "Resend now"}
        </button>
      )}
      {sending.error ? <Note tone="bad">{failureOf(sending.error).message}</Note> : null}
    </>
  );
}

function Facts({ detail }: { detail: Detail }) {
  const { destination, event, siblings, resendOf, createdAt } = detail;
  const repeats = siblings.filter((sibling) => sibling.resendOf === detail.id);
  const others = siblings.filter(({ id, resendOf: of }) => id !== resendOf && of !== detail.id);
  return (
    <dl className={`${ui.facts} ${s.facts}`}>
      <Fact name="To">
        {detail.status === "no_destination" ? (
          <span className={ui.dim}>nobody</span>
        ) : (
          <Link href={endpointPath(destination.name)}>{destination.name ?? "The default URL"}</Link>
        )}
        {destination.disabledAt ? <small>disabled</small> : null}
      </Fact>
      <Fact name="About">
        <About detail={detail} />
      </Fact>
      <Fact name="Event">
        <Id value={event.id} label="event id" />
        <small>The same in every try and resend; number {event.sequence} of what it is about</small>
      </Fact>
      <Fact name="Recorded">
        <Time at={createdAt} as="exact" />
      </Fact>
      {resendOf ? (
        <Fact name="Repeats">
          <Link href={`/console/webhooks/deliveries/${resendOf}`}>an earlier delivery</Link>
        </Fact>
      ) : null}
      {repeats.length > 0 ? <Siblings name="Sent again" siblings={repeats} /> : null}
      {others.length > 0 ? <Siblings name="Same event" siblings={others} /> : null}
    </dl>
  );
}

function About({ detail: { about, decimal, event } }: { detail: Detail }) {
  const money = decimal && about.currency ? `${groupDigits(decimal)} ${about.currency}` : null;
  const tag = event.test && about.kind !== "endpoint" ? <TestTag /> : null;
  if (about.kind === "endpoint") return <>Nothing that happened: it was sent by hand, to see whether it arrives.</>;
  const href = about.kind === "payment" ? `/console/payments/${about.id}` : "/console/payment-links";
  return (
    <>
      <Link href={href}>{about.orderId ?? (about.kind === "payment" ? "Payment" : "Payment link")}</Link>
      {money ? `, ${money}` : null} {tag}
    </>
  );
}

/** What else was sent of the same event: a link each, with how it stands. */
function Siblings({ name, siblings }: { name: string; siblings: Detail["siblings"] }) {
  return (
    <Fact name={name}>
      <ul>
        {siblings.map(({ id, endpoint, status, tries, createdAt, inHand, dueAt }) => {
          const { tone, glyph, word, at } = deliveryState({ status, tries, inHand, dueAt });
          return (
            <li key={id} className={s.sibling}>
              <Link href={`/console/webhooks/deliveries/${id}`}>
                <Time at={createdAt} as="exact" />
              </Link>{" "}
              to {endpoint ?? "the default URL"}
              <Status tone={tone} glyph={glyph}>
                {word} {at ? <Time at={at} as="seconds" /> : null}
              </Status>
            </li>
          );
        })}
      </ul>
    </Fact>
  );
}
