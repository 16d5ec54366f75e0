"use client";

import { useQuery } from "@tanstack/react-query";
import Link from "next/link";
import { useState } from "react";
import type { KnownOperation } from "../developers/call-detail";
import { Heading, Section } from "../heading";
import { Status, TestTag } from "../parts";
import { PaymentHistory } from "../payment-history";
import { newsOf } from "../payment-news";
import { type PaymentDetail, timelineOf } from "../payment-timeline";
import { type Outputs, useMay, useMerchantId, useTRPC } from "../queries";
import { QueryFailure } from "../query-failure";
import { ResendNews } from "../resend-news";
import { paymentStatus } from "../status-words";
import ui from "../ui.module.css";
import s from "./play.module.css";
import { PlayCalls } from "./play-calls";
import { PlayCheckout } from "./play-checkout";
import { PlayForm } from "./play-form";
import type { Made, Press } from "./play-order";
import { PlayTold } from "./play-told";
import { BankPage, WalkSteps } from "./play-walk";
import { useWalk } from "./use-walk";

const REFRESH_MS = 1_000;

type PlayProps = {
  operations: readonly KnownOperation[];
  destinations: Outputs["webhooks"]["endpoints"]["list"];
  baseUrl: string;
  /** Whether banks are simulated here: only those know the words of the outcomes. */
  simulated: boolean;
};

/** One button makes a test payment; then its shopper's page, the calls and the webhooks stand side by side, as they come. */
export function PlayPage({ operations, destinations, baseUrl, simulated }: PlayProps) {
  const [played, setPlayed] = useState<{ made: Made; press: Press | null } | null>(null);
  if (played) {
    const known = { operations, baseUrl, onOver: () => setPlayed(null) };
    return <Playing key={played.made.id} {...played} {...known} />;
  }
  return (
    <>
      <Heading
        title="Play a payment"
        lead="Be the shopper, and see beside it what your server asks and what it is told. It is a test: no money moves, in either mode."
      />
      <PlayForm
        destinations={destinations}
        baseUrl={baseUrl}
        simulated={simulated}
        onMade={(made, press) => setPlayed({ made, press })}
      />
    </>
  );
}

type PlayingProps = Pick<PlayProps, "operations" | "baseUrl"> & { made: Made; press: Press | null; onOver: () => void };

function Playing({ made, press, onOver, operations, baseUrl }: PlayingProps) {
  const [shown, setShown] = useState<Part>("screen");
  const trpc = useTRPC();
  const merchantId = useMerchantId();
  const { data, isError, error, refetch } = useQuery(
    trpc.payments.get.queryOptions({ merchantId, id: made.id }, { refetchInterval: REFRESH_MS }),
  );
  return (
    <>
      <Heading
        title="Play a payment"
        lead={<span role="status">{data ? <News detail={data} /> : "The payment is made."}</span>}
        action={
          <div className={ui.actions}>
            <Link className={ui.button} href={`/console/payments/${made.id}`}>
              The payment’s page
            </Link>
            <button className={`${ui.button} ${ui.primary}`} type="button" onClick={onOver}>
              Play another
            </button>
          </div>
        }
      />
      {isError ? <QueryFailure what="The payment" error={error} retry={() => refetch()} /> : null}
      <Parts shown={shown} onShow={setShown} />
      <div className={s.stage} data-shown={shown}>
        <section className={s.shopper} aria-label="The shopper’s page">
          <Section title="The shopper’s page" first>
            <TestTag />
          </Section>
          {press ? <Walked made={made} press={press} /> : <PlayCheckout token={made.token} />}
        </section>
        <PlayCalls id={made.id} operations={operations} baseUrl={baseUrl} />
        <PlayTold events={data?.events ?? []} />
      </div>
      {data ? <Happened detail={data} /> : null}
    </>
  );
}

/** The page of a shopper who is played: the checkout, and the bank's while they are there. */
function Walked({ made, press }: { made: Made; press: Press }) {
  const walk = useWalk(made, press);
  return (
    <>
      <WalkSteps walk={walk} press={press} />
      {walk.html === null ? null : <BankPage html={walk.html} bank={walk.bank} />}
      <div hidden={walk.html !== null}>
        <PlayCheckout token={made.token} />
      </div>
    </>
  );
}

const PARTS = { screen: "Screen", calls: "Calls", told: "Webhooks" } as const;
type Part = keyof typeof PARTS;

/** On a phone there is room for one of them at a time. */
function Parts({ shown, onShow }: { shown: Part; onShow: (part: Part) => void }) {
  return (
    <fieldset className={s.parts}>
      <legend className={ui.hidden}>Show</legend>
      {(Object.keys(PARTS) as Part[]).map((part) => (
        <label key={part}>
          <input type="radio" name="play-part" checked={part === shown} onChange={() => onShow(part)} />
          {PARTS[part]}
        </label>
      ))}
    </fieldset>
  );
}

function News({ detail }: { detail: PaymentDetail }) {
  const { payment } = detail;
  const { tone, glyph, word } = paymentStatus({ ...payment, initiated: payment.initiatedAt !== null });
  const { news, more } = newsOf(detail);
  return (
    <>
      <Status tone={tone} glyph={glyph}>
        {word}
      </Status>{" "}
      {news} {more}
    </>
  );
}

function Happened({ detail }: { detail: PaymentDetail }) {
  const may = useMay();
  return (
    <PaymentHistory
      items={timelineOf(detail)}
      opens={{ deliveries: detail.mayOpenDeliveries, calls: may("developers.calls.get") }}
      actionOf={({ kind, deliveryId }) =>
        kind === "plan" && deliveryId && may("webhooks.log.resend") ? (
          <ResendNews deliveryId={deliveryId} words="Send now" />
        ) : null
      }
    />
  );
}
