"use client";

import { LinkButton } from "../../ui/button";
import { Heading, Section } from "../../ui/heading";
import { Link } from "../../ui/link";
import { StatusOf } from "../../ui/parts";
import { type Outputs, useConsole, useMay, useServedQuery } from "../../ui/queries";
import { QueryFailure } from "../../ui/query-failure";
import { Time } from "../../ui/time/time";
import ui from "../../ui/ui.module.css";
import { deliveryPath } from "../deliveries/delivery-path";
import { endpointPath } from "../webhooks/endpoints-table";
import s from "./go-live.module.css";
import { goLiveLead, hasEndpoint, SIMULATION, STEP_TEXTS } from "./go-live-steps";

type Steps = Outputs["developers"]["goLive"];
type Step = Steps[number];

const REFRESH_MS = 10_000;
/** The steps before it are checked by test payments; it and the rest are what live payments need. */
const FIRST_OF_LIVE: Step["key"] = "origins";

/** The steps before live payments, each ticked by a recorded event, with a link to it. */
export function GoLivePage({ first, suspended }: { first: Steps; suspended: boolean }) {
  const { trpc, merchantId } = useConsole();
  const query = useServedQuery(trpc.developers.goLive, { merchantId }, first, REFRESH_MS);
  const { data } = query;
  const split = data.findIndex(({ key }) => key === FIRST_OF_LIVE);
  const next = data.find(({ state }) => state === "missing")?.key;
  return (
    <>
      <Heading title="Go live" lead={goLiveLead(data, suspended)} />
      <QueryFailure what="The list of steps" query={query} />
      <Section title="Tested" first />
      <StepList label="Tested" steps={data.slice(0, split)} next={next} />
      <Section title="Ready for live" />
      <StepList label="Ready for live" steps={data.slice(split)} next={next} />
      <p className={ui.footnote}>Requests are kept for 30 days; a check that depends on an older one opens again.</p>
    </>
  );
}

function StepList({ label, steps, next }: { label: string; steps: readonly Step[]; next: Step["key"] | undefined }) {
  return (
    <ol className={s.steps} aria-label={label}>
      {steps.map((step) => (
        <StepRow key={step.key} step={step} isNext={step.key === next} />
      ))}
    </ol>
  );
}

const STATES = {
  proven: { tone: "good", glyph: "done", word: "Done" },
  missing: { tone: "mute", glyph: "open", word: "Open" },
  unneeded: { tone: "mute", glyph: "stop", word: "Not needed" },
} as const;

function StepRow({ step, isNext }: { step: Step; isNext: boolean }) {
  const may = useMay();
  const { name, why, how, href, needs, action } = { ...STEP_TEXTS[step.key], ...(hasEndpoint(step) && SIMULATION) };
  const isPermitted = needs === undefined || may(needs);
  return (
    <li data-next={isNext ? "" : undefined} aria-current={isNext ? "step" : undefined}>
      <StatusOf label={STATES[step.state]} />
      <div>
        <h3>{name}</h3>
        <p>
          {step.state === "missing" && step.why ? <b>{step.why} </b> : null}
          {step.state === "unneeded" ? step.why : step.state === "missing" ? how : why}
        </p>
      </div>
      <span className={s.proof}>
        {step.proof ? <ProofLink proof={step.proof} /> : null}
        {step.state === "missing" && href !== null && isPermitted ? (
          <LinkButton slim document={href.startsWith("/docs")} look={isNext ? "primary" : undefined} href={href}>
            {action}
          </LinkButton>
        ) : null}
      </span>
    </li>
  );
}

/** The record of a completed step; without a link for roles that can't open it. */
function ProofLink({ proof }: { proof: NonNullable<Step["proof"]> }) {
  const may = useMay();
  if (proof.kind === "fact") return <span>{proof.words}</span>;
  const at = proof.at ? <Time at={proof.at} /> : null;
  if (proof.kind === "call") {
    const words = <>Request {at}</>;
    return may("developers.calls.get") ? <Link href={`/console/requests?call=${proof.id}`}>{words}</Link> : words;
  }
  if (proof.kind === "delivery") {
    const words = <>Delivery {at}</>;
    return may("webhooks.log.get") ? <Link href={deliveryPath(proof.id)}>{words}</Link> : words;
  }
  const words = (
    <>
      Receiver test of {proof.name ?? "the default URL"} {at}
    </>
  );
  return may("webhooks.diagnostics.listReceiverTests") ? (
    <Link href={`${endpointPath(proof.name)}/receiver-test?test=${proof.receiverTest}`}>{words}</Link>
  ) : (
    words
  );
}
