"use client";

import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { Button, LinkButton } from "../../ui/button";
import { Segments } from "../../ui/fields";
import { Heading, Section } from "../../ui/heading";
import { StatusOf, TestTag } from "../../ui/parts";
import { type Outputs, useConsole, useMay } from "../../ui/queries";
import { QueryFailure } from "../../ui/query-failure";
import { useZone } from "../../ui/time/zone";
import ui from "../../ui/ui.module.css";
import { ResendButton } from "../deliveries/resend-button";
import type { KnownOperation } from "../developers/known-operation";
import { PaymentHistory } from "../payment/payment-history";
import { formatPaymentStatus } from "../payment/payment-state";
import { paymentSummary } from "../payment/payment-summary";
import { timelineOf } from "../payment/payment-timeline";
import type { PaymentDetail } from "../payment/timeline-item";
import { Milestones } from "../payments/payment-panel";
import { paymentPath } from "../payments/payment-path";
import { BankPage, ScriptedSteps } from "./scripted-steps";
import { SimulationCalls } from "./simulation-calls";
import { SimulationCheckout } from "./simulation-checkout";
import { SimulationForm } from "./simulation-form";
import type { BankButton, CreatedPayment } from "./simulation-request";
import { SimulationWebhooks } from "./simulation-webhooks";
import s from "./try-it.module.css";
import { useScriptedPayment } from "./use-scripted-payment";

const REFRESH_MS = 1_000;

type TryItProps = {
  operations: readonly KnownOperation[];
  endpoints: Outputs["webhooks"]["endpoints"]["list"];
  baseUrl: string;
  /** Whether there are simulated banks: only these know the scenarios. */
  simulated: boolean;
  /** The scenario of the address. */
  scenario: string;
};

/** Creates a test payment, then shows its checkout, the API calls and the webhooks side by side as they happen. */
export function TryItPage({ operations, endpoints, baseUrl, simulated, scenario }: TryItProps) {
  const [run, setRun] = useState<{ created: CreatedPayment; press: BankButton | null } | null>(null);
  if (run) {
    const known = { operations, baseUrl, onReset: () => setRun(null) };
    return <Running key={run.created.id} {...run} {...known} />;
  }
  return (
    <>
      <Heading
        title="Try it"
        lead="You are the customer. API calls and webhooks appear as they happen. No real money moves."
      />
      <SimulationForm
        endpoints={endpoints}
        baseUrl={baseUrl}
        simulated={simulated}
        scenario={scenario}
        onCreated={(created, press) => setRun({ created, press })}
      />
    </>
  );
}

type RunningProps = Pick<TryItProps, "operations" | "baseUrl"> & {
  created: CreatedPayment;
  press: BankButton | null;
  onReset: () => void;
};

function Running({ created, press, onReset, operations, baseUrl }: RunningProps) {
  const [shown, setShown] = useState<Part>("screen");
  const { trpc, merchantId } = useConsole();
  const { data, isError, error, refetch } = useQuery(
    trpc.payments.get.queryOptions({ merchantId, id: created.id }, { refetchInterval: REFRESH_MS }),
  );
  return (
    <>
      <Heading
        title="Try it"
        lead={<span role="status">{data ? <Lead detail={data} /> : "Payment created"}</span>}
        action={
          <div className={ui.actions}>
            <LinkButton href={paymentPath(created.id)}>View payment</LinkButton>
            <Button look="primary" onClick={onReset}>
              Start again
            </Button>
          </div>
        }
      />
      {isError ? <QueryFailure what="The payment" error={error} retry={() => refetch()} /> : null}
      <div className={s.parts}>
        <Segments legend="Show" options={PARTS} value={shown} onChange={setShown} />
      </div>
      <div className={s.stage} data-shown={shown}>
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reached by the keyboard */}
        <section className={s.customer} aria-label="Customer" tabIndex={0}>
          <Section title="Customer" first>
            <TestTag />
          </Section>
          {press ? <Scripted created={created} press={press} /> : <SimulationCheckout token={created.token} />}
        </section>
        <SimulationCalls id={created.id} operations={operations} baseUrl={baseUrl} />
        <SimulationWebhooks events={data?.events ?? []} />
      </div>
      {data ? (
        <>
          <Milestones detail={data} />
          <Timeline detail={data} />
        </>
      ) : null}
    </>
  );
}

/** The customer's page while the scenario runs by itself: the checkout, then the bank's page. */
function Scripted({ created, press }: { created: CreatedPayment; press: BankButton }) {
  const script = useScriptedPayment(created, press);
  return (
    <>
      <ScriptedSteps script={script} press={press} />
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

function Timeline({ detail }: { detail: PaymentDetail }) {
  const may = useMay();
  return (
    <PaymentHistory
      items={timelineOf(detail)}
      opens={{ deliveries: detail.mayOpenDeliveries, calls: may("developers.calls.get") }}
      actionOf={({ kind, deliveryId }) =>
        kind === "plan" && deliveryId && may("webhooks.log.resend") ? (
          <ResendButton deliveryId={deliveryId} label="Send now" />
        ) : null
      }
    />
  );
}
