"use client";

import { useQuery } from "@tanstack/react-query";
import Link from "next/link";
import { endpointPath } from "../endpoints-table";
import { Heading, Section } from "../heading";
import { Status } from "../parts";
import { type Outputs, useMay, useMerchantId, useTRPC } from "../queries";
import { QueryFailure } from "../query-failure";
import { Time } from "../time";
import ui from "../ui.module.css";
import s from "./go-live.module.css";
import { goLiveLead, STEP_WORDS } from "./go-live-words";

type Steps = Outputs["developers"]["goLive"];
type Step = Steps[number];

const REFRESH_MS = 10_000;
/** The first steps are proved in test; from here on it is about what live payments need. */
const FIRST_OF_LIVE: Step["key"] = "origins";

/** What has to be shown before live payments: each step ticked by what was recorded, with the record behind it. */
export function GoLivePage({ first }: { first: Steps }) {
  const trpc = useTRPC();
  const merchantId = useMerchantId();
  const options = trpc.developers.goLive.queryOptions(
    { merchantId },
    { initialData: first, refetchInterval: REFRESH_MS },
  );
  const { data, isError, error, refetch } = useQuery(options);
  const split = data.findIndex(({ key }) => key === FIRST_OF_LIVE);
  const next = data.find(({ state }) => state === "missing")?.key;
  return (
    <>
      <Heading title="Go live" lead={goLiveLead(data)} />
      {isError ? <QueryFailure what="The list" error={error} retry={() => refetch()} /> : null}
      <Section title="Proved in test" first />
      <StepList label="Proved in test" steps={data.slice(0, split)} next={next} />
      <Section title="Ready for live" />
      <StepList label="Ready for live" steps={data.slice(split)} next={next} />
      <p className={ui.zone}>
        Calls are found in the API log, which keeps them for 30 days. What somebody sends from the Console is no
        program's, and ticks nothing.
      </p>
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
  proven: { tone: "good", glyph: "done", word: "Proven" },
  missing: { tone: "mute", glyph: "open", word: "Not yet" },
  unneeded: { tone: "mute", glyph: "stop", word: "Not needed" },
} as const;

function StepRow({ step, isNext }: { step: Step; isNext: boolean }) {
  const { name, why, how, href, action } = STEP_WORDS[step.key];
  const { tone, glyph, word } = STATES[step.state];
  return (
    <li data-next={isNext ? "" : undefined} aria-current={isNext ? "step" : undefined}>
      <Status tone={tone} glyph={glyph}>
        {word}
      </Status>
      <div>
        <h3>{name}</h3>
        <p>
          {step.state === "missing" && step.why ? <b>{step.why} </b> : null}
          {step.state === "unneeded" ? step.why : step.state === "missing" ? how : why}
        </p>
      </div>
      <span className={s.proof}>
        {step.proof ? <ProofLink proof={step.proof} /> : null}
        {step.state === "missing" && href !== null ? (
          <Link className={`${ui.button} ${ui.slim} ${isNext ? ui.primary : ""}`} href={href}>
            {action}
          </Link>
        ) : null}
      </span>
    </li>
  );
}

/** The record behind a tick; whose role does not reach it reads of it, and is shown no way. */
function ProofLink({ proof }: { proof: NonNullable<Step["proof"]> }) {
  const may = useMay();
  if (proof.kind === "fact") return <span>{proof.words}</span>;
  const at = proof.at ? <Time at={proof.at} /> : null;
  if (proof.kind === "call") {
    const words = <>The call {at}</>;
    return may("developers.calls.get") ? <Link href={`/console/api-log?call=${proof.id}`}>{words}</Link> : words;
  }
  if (proof.kind === "delivery") {
    const words = <>The delivery {at}</>;
    return may("webhooks.log.get") ? <Link href={`/console/webhooks/deliveries/${proof.id}`}>{words}</Link> : words;
  }
  const words = (
    <>
      The exam of {proof.name ?? "the default URL"} {at}
    </>
  );
  return may("webhooks.exam.list") ? (
    <Link href={`${endpointPath(proof.name)}/exam?exam=${proof.exam}`}>{words}</Link>
  ) : (
    words
  );
}
