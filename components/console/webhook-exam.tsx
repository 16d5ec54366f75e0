"use client";

import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import Link from "next/link";
import { useRouter } from "next/navigation";
import { AddressText } from "./address";
import s from "./checks.module.css";
import { endpointPath } from "./endpoints-table";
import { ExamHistory } from "./exam-history";
import { ExamStep } from "./exam-step";
import { Crumbs, Section } from "./heading";
import { Note } from "./parts";
import { failureOf, type Outputs, useMerchantId, useTRPC } from "./queries";
import { QueryFailure } from "./query-failure";
import { Time } from "./time";
import ui from "./ui.module.css";

type Exams = Outputs["webhooks"]["exam"]["list"];
type Exam = NonNullable<Exams["exam"]>;

const REFRESH_MS = 1_000;

type Props = {
  name: string | null;
  /** As it is saved now. */
  url: string | null;
  /** Why no exam can begin; null: one can. */
  refusal: string | null;
  /** The exam that is looked at; null: the newest. */
  wanted: string | null;
  first: Exams;
};

/** Sends a receiver what receivers meet in their lives, and says what it did with each. */
export function ExamPage({ name, url, refusal, wanted, first }: Props) {
  const trpc = useTRPC();
  const merchantId = useMerchantId();
  const queries = useQueryClient();
  const router = useRouter();
  const input = { merchantId, name, ...(wanted === null ? {} : { exam: wanted }) };
  const { data, isError, error, refetch } = useQuery(
    trpc.webhooks.exam.list.queryOptions(input, {
      initialData: first,
      refetchInterval: ({ state }) => (state.data?.history.some((one) => one.state === "running") ? REFRESH_MS : false),
    }),
  );
  const start = useMutation(
    trpc.webhooks.exam.start.mutationOptions({
      onSuccess: () => {
        // An older one that was looked at makes way for the new one.
        if (wanted !== null) router.replace(`${endpointPath(name)}/exam`);
        return queries.invalidateQueries(trpc.webhooks.exam.list.queryFilter());
      },
    }),
  );
  const { exam, history } = data;
  const running = history.some(({ state }) => state === "running");
  const failure = start.error ? failureOf(start.error).message : null;
  const begin = refusal === null ? () => start.mutate({ merchantId, name }) : null;
  return (
    <>
      <Crumbs href={endpointPath(name)} name={name ?? "Default URL"} here="Receiver exam" />
      <Top name={name} exam={exam} url={url} begin={begin} busy={start.isPending || running} />
      {failure ? <Note tone="bad">{failure}</Note> : null}
      {refusal ? (
        <Note tone="warn" action={<Link href={endpointPath(name)}>To its page</Link>}>
          {refusal}
        </Note>
      ) : null}
      {isError ? <QueryFailure what="The exam" error={error} retry={() => refetch()} /> : null}
      {exam ? (
        <>
          <Section title="Step by step" first />
          <ol className={`${s.list} ${s.steps}`}>
            {exam.steps.map((step) => (
              <ExamStep key={step.key} step={step} url={exam.url} running={exam.state === "running"} />
            ))}
          </ol>
        </>
      ) : (
        <WhatItDoes />
      )}
      {history.length > 1 ? (
        <div className={s.noPrint}>
          <Section title="Exams so far" />
          <ExamHistory history={history} name={name} shown={exam?.id ?? null} />
        </div>
      ) : null}
    </>
  );
}

type TopProps = {
  name: string | null;
  exam: Exam | null;
  url: string | null;
  begin: (() => void) | null;
  busy: boolean;
};

function Top({ name, exam, url, begin, busy }: TopProps) {
  return (
    <header className={s.top}>
      <div>
        <h1>Does it do what it should?</h1>
        <p className={ui.say} role="status">
          <News exam={exam} />
        </p>
        {exam?.state === "running" ? <Progress {...exam.progress} /> : null}
        {exam ? (
          <p className={s.about}>
            <span>
              Exam {exam.code}, <Time at={exam.createdAt} as="full" />
            </span>
            <span>
              <AddressText url={exam.url} />
            </span>
            {exam.url === url ? null : <span>This was the address then. It is another one now.</span>}
          </p>
        ) : null}
      </div>
      <div className={ui.actions}>
        {exam?.state === "unfinished" ? (
          <Link className={ui.button} href={`${endpointPath(name)}/probe`}>
            Probe it
          </Link>
        ) : null}
        {exam?.state === "finished" ? (
          <button className={ui.button} type="button" onClick={() => window.print()}>
            Print
          </button>
        ) : null}
        {begin ? (
          <button className={`${ui.button} ${ui.primary}`} type="button" disabled={busy} onClick={begin}>
            {busy ? "Running" : exam ? "Examine it again" : "Begin the exam"}
          </button>
        ) : null}
      </div>
    </header>
  );
}

function News({ exam }: { exam: Exam | null }) {
  if (!exam) return <>An exam sends what every receiver meets one day, and tells what yours did with it.</>;
  if (exam.state === "running") {
    return (
      <>
        <b>It is being examined.</b> This takes a minute at most where it answers soon, and goes on whether this page is
        open or not.
      </>
    );
  }
  const result = exam.news ?? "";
  return exam.state === "finished" ? (
    <b>{result}</b>
  ) : (
    <>
      <b>The exam was not finished.</b> {result}
    </>
  );
}

function Progress({ done, of }: { done: number; of: number }) {
  return (
    <>
      <div
        className={s.progress}
        role="progressbar"
        aria-label="Sent so far"
        aria-valuemin={0}
        aria-valuemax={of}
        aria-valuenow={done}
      >
        <span style={{ width: `${(100 * done) / of}%` }} />
      </div>
      <p className={s.about}>
        {done} of {of} sent
      </p>
    </>
  );
}

function WhatItDoes() {
  return (
    <>
      <Section title="What will happen" first />
      <div className={s.what}>
        <ul>
          <li>About two dozen signed events are sent: right, forged, old, changed, repeated, out of order, slow.</li>
          <li>
            They speak of payments that never were: tests of 1.00 EUR, for orders named <code>EXAM-…</code>.
          </li>
          <li>Each answer is judged. What only your own system can tell is left to you, with what to look for.</li>
        </ul>
        <p>
          A receiver that books whatever it is told will have these orders afterwards. Nothing of an exam is a delivery:
          no payment and no health changes.
        </p>
      </div>
    </>
  );
}
