"use client";

import { useQuery } from "@tanstack/react-query";
import Link from "next/link";
import { Id } from "../copy-button";
import { Fact } from "../fact";
import { addressOf } from "../filter-address";
import { Icon } from "../icons";
import { Note, TestTag } from "../parts";
import { type Outputs, useMay, useMerchantId, useTRPC } from "../queries";
import { QueryFailure } from "../query-failure";
import { Time } from "../time";
import ui from "../ui.module.css";
import { addressOfCall, curlOfCall, pathValues, typescriptOfCall } from "./call-code";
import { actorWords, callSentences, callTitle, failureIn, tookWords } from "./call-words";
import { CodeBox } from "./code-box";
import s from "./developers.module.css";
import { JsonText } from "./json-text";
import { RepeatCall } from "./repeat-call";

type Call = Outputs["developers"]["calls"]["get"];

/** What is known of an operation beside its calls. */
export type KnownOperation = {
  id: string;
  method: string;
  path: string;
  summary: string;
  auth: string;
  hasBody: boolean;
};

type DetailProps = { id: string; first?: Call; operations: readonly KnownOperation[]; baseUrl: string; back: string };

/** One call in full: what came of it and why, how to make it again, what was sent and what was answered. */
export function CallDetail({ id, first, operations, baseUrl, back }: DetailProps) {
  const trpc = useTRPC();
  const merchantId = useMerchantId();
  const known = first?.id === id ? { initialData: first } : {};
  const { data, isError, error, refetch } = useQuery(trpc.developers.calls.get.queryOptions({ merchantId, id }, known));
  return (
    <section className={s.side} aria-label="The call" aria-busy={data === undefined && !isError}>
      <Link className={s.back} href={back} scroll={false}>
        <Icon name="arrow" />
        All calls
      </Link>
      {isError ? <QueryFailure what="The call" error={error} retry={() => refetch()} /> : null}
      {data ? <Shown key={id} call={data} operations={operations} baseUrl={baseUrl} /> : null}
      {data || isError ? null : <Loading />}
    </section>
  );
}

function Loading() {
  return (
    <p role="status" className={s.loading}>
      <span className={ui.hidden}>The call is loading</span>
      {[60, 90, 40, 75].map((width) => (
        <span key={width} className={ui.skeleton} style={{ width: `${width}%` }} />
      ))}
    </p>
  );
}

function Shown({ call, operations, baseUrl }: { call: Call; operations: readonly KnownOperation[]; baseUrl: string }) {
  const operation = operations.find((one) => one.id === call.endpoint) ?? null;
  const sentences = callSentences(call);
  return (
    <>
      <header className={s.callHead}>
        <p>
          <b data-wrong={call.status >= 400 ? "" : undefined}>{call.status}</b> <code>{call.method}</code>{" "}
          <code className={ui.cut} title={call.path}>
            {call.path}
          </code>
        </p>
        <h2>{callTitle(call, operation?.summary ?? null)}</h2>
        {sentences.length > 0 ? <p className={ui.muted}>{sentences.join(" ")}</p> : null}
      </header>
      <Acts call={call} operation={operation} />
      <CallRequest call={call} operation={operation} baseUrl={baseUrl} />
      <CallAnswer call={call} />
      <Facts call={call} />
    </>
  );
}

function Acts({ call, operation }: { call: Call; operation: KnownOperation | null }) {
  const may = useMay();
  const { repeat } = call;
  if (!operation) return null;
  const reference = addressOf("/console/reference", { operation: operation.id });
  return (
    <>
      <div className={ui.actions}>
        {repeat.kind === "ready" && may("developers.calls.repeat") ? <RepeatCall id={call.id} /> : null}
        {repeat.kind === "incomplete" && may("developers.reference.send") ? (
          <Link
            className={`${ui.button} ${ui.primary}`}
            href={addressOf("/console/reference", { operation: operation.id, from: call.id })}
          >
            Fill in and send in test
          </Link>
        ) : null}
        <Link className={ui.button} href={reference}>
          <Icon name="book" />
          Reference
        </Link>
      </div>
      {repeat.kind === "incomplete" ? (
        <p className={s.hint}>
          It cannot be repeated as it was: {repeat.leftOut.join(", ")} {repeat.leftOut.length === 1 ? "was" : "were"}{" "}
          left out of the log.
        </p>
      ) : null}
      {repeat.kind === "never" ? <p className={s.hint}>It cannot be repeated in test. {repeat.why}</p> : null}
    </>
  );
}

type RequestProps = { call: Call; operation: KnownOperation | null; baseUrl: string };

/** What was sent, as code and as it stands in the log. */
export function CallRequest({ call, operation, baseUrl }: RequestProps) {
  const { sent, method, path, idempotencyKey, answer } = call;
  const hasBody = sent.body !== undefined;
  const address = addressOfCall(path, sent.query);
  const token = operation?.auth === "bearer";
  const curl = curlOfCall({ baseUrl, method, address, body: hasBody ? sent.body : undefined, idempotencyKey, token });
  const input = hasBody ? sent.body : { ...(operation ? pathValues(operation.path, path) : {}), ...sent.query };
  const whole = hasBody ? sent.body : sent.query;
  const wrong = (failureIn(answer)?.errors ?? []).map(({ field }) => field);
  const versions = [
    { name: "curl", text: curl },
    ...(operation
      ? [{ name: "TypeScript", text: typescriptOfCall({ baseUrl, operation: operation.id, input, idempotencyKey }) }]
      : []),
    ...(whole
      ? [
          {
            name: hasBody ? "Body" : "Query",
            text: JSON.stringify(whole, null, 2),
            drawn: <JsonText value={whole} wrong={wrong} />,
          },
        ]
      : []),
  ];
  // What was wrong with the body is seen in the body.
  const ordered = wrong.length > 0 && hasBody ? versions.toReversed() : versions;
  return (
    <>
      {sent.isCut ? (
        <Note tone="warn">The request was longer than the log keeps. What is shown ends early.</Note>
      ) : null}
      <CodeBox label="Copy the request as" versions={ordered} />
    </>
  );
}

/** What was answered, as far as the log keeps it. */
export function CallAnswer({ call }: { call: Call }) {
  const { answer, durationMs } = call;
  if (answer === null) {
    return <p className={s.hint}>The answer was not kept: it is long, and can be asked for again.</p>;
  }
  const drawn = answer.isCut ? undefined : <JsonText value={answer.json} />;
  const text = answer.isCut ? answer.text : JSON.stringify(answer.json, null, 2);
  return (
    <CodeBox
      label="Copy the answer as"
      versions={[{ name: "Answer", text, ...(drawn ? { drawn } : {}) }]}
      end={`${tookWords(durationMs)}${answer.isCut ? ", cut by the log" : ""}`}
    />
  );
}

function Facts({ call }: { call: Call }) {
  const may = useMay();
  const { paymentRequestId, paymentLinkId, orderId, idempotencyKey } = call;
  const about = paymentRequestId ?? paymentLinkId;
  return (
    <dl className={ui.facts}>
      <Fact name="Received">
        <Time at={call.at} as="exact" /> {call.test ? <TestTag /> : null}
      </Fact>
      <Fact name="Request id">
        <Id value={call.requestId} label="request id" />
      </Fact>
      {idempotencyKey === null ? null : (
        <Fact name="Key">
          <Id value={idempotencyKey} label="idempotency key" />
          {call.replayed ? <small>Sent before: this is the first answer again</small> : null}
        </Fact>
      )}
      <Fact name="From">
        {actorWords(call.actor)}
        <small>{[call.ip, call.userAgent].filter(Boolean).join(", ")}</small>
      </Fact>
      {paymentRequestId ? (
        <Fact name="Payment">
          <Link href={`/console/payments/${paymentRequestId}`}>{orderId ?? paymentRequestId}</Link>
        </Fact>
      ) : null}
      {paymentLinkId ? (
        <Fact name="Link">
          <Id value={paymentLinkId} label="link id" />
        </Fact>
      ) : null}
      {about && may("webhooks.log.search") ? (
        <Fact name="Told">
          <Link href={addressOf("/console/webhooks/deliveries", { about })}>Its deliveries</Link>
        </Fact>
      ) : null}
      {about ? (
        <Fact name="More">
          <Link href={addressOf("/console/api-log", { q: about })}>All calls about it</Link>
        </Fact>
      ) : null}
    </dl>
  );
}
