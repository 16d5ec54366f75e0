"use client";

import { useQuery } from "@tanstack/react-query";
import { useSearchParams } from "next/navigation";
import { useEffect, useRef, useState } from "react";
import { flushSync } from "react-dom";
import { Button } from "../../ui/button";
import { CopyButton } from "../../ui/copy-button";
import { Segments } from "../../ui/fields";
import { Heading, Section } from "../../ui/heading";
import { Link } from "../../ui/link";
import { DetailSkeleton, StatusOf, TestTag } from "../../ui/parts";
import { type Outputs, useConsole, useMerchantId } from "../../ui/queries";
import { QueryFailure } from "../../ui/query-failure";
import { useZone } from "../../ui/time/zone";
import type { KnownOperation } from "../developers/known-operation";
import { formatPaymentStatus } from "../payment/payment-state";
import { paymentSummary } from "../payment/payment-summary";
import type { PaymentDetail } from "../payment/timeline-item";
import { Milestones } from "../payments/payment-panel";
import { paymentPath } from "../payments/payment-path";
import { keepPayment, keptPayment } from "./kept-payment";
import { BankPage, ScriptedStep } from "./scripted-steps";
import { SimulationCalls } from "./simulation-calls";
import { SimulationCheckout } from "./simulation-checkout";
import {
  RunButton,
  ScenarioField,
  type Simulation,
  SimulationFailure,
  SimulationForm,
  useSimulation,
} from "./simulation-form";
import { type BankButton, type CreatedPayment, TRY_IT_PATH, tryItPath } from "./simulation-request";
import { SimulationWebhooks } from "./simulation-webhooks";
import s from "./try-it.module.css";
import { useScriptedPayment } from "./use-scripted-payment";

const REFRESH_MS = 1_000;

type TryItProps = {
  title?: string;
  /** The user is a visitor of a demo, who has no endpoints to choose from. */
  isVisit?: boolean;
  /** The idempotency key that this browser got: an address with it creates the payment at once. */
  ownKey?: string | null;
  operations: readonly KnownOperation[];
  endpoints: Outputs["webhooks"]["endpoints"]["list"];
  baseUrl: string;
  /** Whether there are simulated banks: only these know the scenarios. */
  simulated: boolean;
  /** The scenario of the address. */
  scenario: string;
};

/** `press`: the scenario runs by itself; null: the user is the customer. */
type Run = { created: CreatedPayment; press: BankButton | null };

/** Creates a test payment, then shows its checkout, the API calls and the webhooks side by side as they happen. */
export function TryItPage(props: TryItProps) {
  const { title = "Try it", isVisit = false, ownKey = null, endpoints, simulated, ...known } = props;
  const [run, setRun] = useState<Run | null>(null);
  const merchantId = useMerchantId();
  useEffect(() => {
    const created = keptPayment(merchantId);
    if (created) setRun({ created, press: null });
  }, [merchantId]);
  const show = (next: Run | null) => {
    keepPayment(merchantId, next?.created ?? null);
    const hadFocus = document.activeElement !== document.body;
    flushSync(() => setRun(next));
    // The pressed button is gone: the focus goes to the checkout, or to the button that creates the next payment.
    if (hadFocus && document.activeElement === document.body)
      document.querySelector<HTMLElement>(next ? "main [data-customer]" : "main [data-create]")?.focus();
  };
  const simulation = useSimulation({ ...known, onCreated: (created, press) => show({ created, press }) });
  const isBeginning = useBeginning(ownKey, simulation, run !== null);
  if (run) {
    const reset = () => {
      if (isVisit) simulation.start(null);
      else if (!simulation.isPending) show(null);
    };
    return <Running {...run} {...known} {...{ title, isVisit, simulated, simulation }} onReset={reset} />;
  }
  return (
    <>
      <Heading
        title={title}
        lead="You are the customer. API calls and webhooks appear as they happen. No real money moves."
      />
      {isBeginning ? (
        <>
          <noscript>Try it needs JavaScript.</noscript>
          <DetailSkeleton label="Creating the payment" />
        </>
      ) : (
        <SimulationForm simulation={simulation} endpoints={isVisit ? null : endpoints} simulated={simulated} />
      )}
    </>
  );
}

/**
 * Creates the payment of an address with the browser's own key, and takes the key out of the address after the answer;
 * true until then. The address is the live one: Back restores a page with its first props.
 */
function useBeginning(ownKey: string | null, simulation: Simulation, isCreated: boolean): boolean {
  const { word, choose, start, failure, refused } = simulation;
  const given = useSearchParams().get("begin");
  const isOver = isCreated || failure !== null || refused !== null;
  const begun = useRef<string | null>(null);
  useEffect(() => {
    if (given === null) return;
    if (isOver || given !== ownKey) choose(word);
    else if (begun.current !== given) {
      begun.current = given;
      start(null, given);
    }
  }, [given, ownKey, isOver, word, choose, start]);
  return given !== null && given === ownKey && !isOver;
}

type RunningProps = Pick<TryItProps, "operations" | "baseUrl" | "simulated"> &
  Run & { title: string; isVisit: boolean; simulation: Simulation; onReset: () => void };

function Running({ created, press, title, isVisit, operations, baseUrl, ...head }: RunningProps) {
  const [shown, setShown] = useState<Part>("screen");
  const { trpc, merchantId } = useConsole();
  const { data, isError, error, refetch } = useQuery(
    trpc.payments.get.queryOptions({ merchantId, id: created.id }, { refetchInterval: REFRESH_MS }),
  );
  return (
    <>
      <Heading
        title={title}
        lead={
          <>
            <span role="status">{data ? <Lead detail={data} /> : "Payment created"}</span>{" "}
            <Link href={paymentPath(created.id)}>View payment</Link>
            {isVisit ? ". The merchant is yours for an hour." : null}
          </>
        }
        action={<RunningActions isVisit={isVisit} baseUrl={baseUrl} {...head} />}
      />
      <SimulationFailure simulation={head.simulation} />
      <QueryFailure what="The payment" query={{ isError, error, refetch }} />
      <div className={s.parts}>
        <Segments legend="Show" options={PARTS} value={shown} onChange={setShown} />
      </div>
      {/* The head keeps its focus, and the choice of a part, when the next payment is created. */}
      <div key={created.id} className={s.stage} data-shown={shown}>
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reached by the keyboard */}
        <section className={s.customer} aria-label="Customer" tabIndex={0} data-customer="">
          <Section title="Customer" first>
            <TestTag />
          </Section>
          {press ? <Scripted created={created} press={press} /> : <SimulationCheckout token={created.token} />}
        </section>
        <SimulationCalls id={created.id} operations={operations} baseUrl={baseUrl} />
        <SimulationWebhooks events={data?.events ?? []} />
      </div>
      {data ? <Milestones detail={data} /> : null}
    </>
  );
}

type ActionsProps = Pick<RunningProps, "simulation" | "simulated" | "isVisit" | "baseUrl" | "onReset">;

/** The scenario of the next payment, its address to share, and what starts it. */
function RunningActions({ simulation, simulated, isVisit, baseUrl, onReset }: ActionsProps) {
  const path = tryItPath(isVisit ? "/try" : TRY_IT_PATH, simulation.word);
  return (
    <div className={s.head}>
      {simulated ? <ScenarioField simulation={simulation} /> : null}
      <CopyButton text={baseUrl + path} label="link">
        Copy link
      </CopyButton>
      <Button onClick={onReset} aria-disabled={simulation.isPending}>
        Start again
      </Button>
      {simulated ? <RunButton simulation={simulation} look="primary" /> : null}
    </div>
  );
}

/** The customer's page while the scenario runs by itself: the checkout, then the bank's page. */
function Scripted({ created, press }: { created: CreatedPayment; press: BankButton }) {
  const script = useScriptedPayment(created, press);
  return (
    <>
      <ScriptedStep script={script} press={press} />
      {script.html === null ? null : <BankPage html={script.html} bank={script.bank} />}
      <div hidden={script.html !== null}>
        <SimulationCheckout token={created.token} />
      </div>
    </>
  );
}

const PARTS = { screen: "Customer", calls: "API calls", webhooks: "Webhooks" } as const;
type Part = keyof typeof PARTS;

function Lead({ detail }: { detail: PaymentDetail }) {
  const { payment } = detail;
  const { lead, more } = paymentSummary(detail, useZone());
  return (
    <>
      <StatusOf label={formatPaymentStatus(payment)} /> {lead} {more}
    </>
  );
}
