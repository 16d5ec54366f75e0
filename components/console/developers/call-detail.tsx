import { useQuery } from "@tanstack/react-query";
import { LinkButton } from "../../ui/button";
import { CodeBox } from "../../ui/code/code-box";
import { Id } from "../../ui/copy-button";
import { Fact, IdFact } from "../../ui/fact";
import { addressOf } from "../../ui/filter/filter-address";
import { Icon } from "../../ui/icons";
import { Link } from "../../ui/link";
import { DetailSkeleton, Note, TestTag } from "../../ui/parts";
import { type Outputs, useConsole, useMay } from "../../ui/queries";
import { QueryFailure } from "../../ui/query-failure";
import { formatMs } from "../../ui/time/duration";
import { Time } from "../../ui/time/time";
import ui from "../../ui/ui.module.css";
import { DELIVERIES_PATH } from "../deliveries/delivery-path";
import { paymentPath } from "../payments/payment-path";
import { curlOfCall, recordedCode, typescriptOfCall } from "./call-code";
import { callSentences, callTitle, failureIn, formatActor, ignoredSentences } from "./call-labels";
import s from "./developers.module.css";
import { JsonText } from "./json-text";
import type { KnownOperation } from "./known-operation";
import { RepeatCall } from "./repeat-call";

type Call = Outputs["developers"]["calls"]["get"];

type DetailProps = { id: string; first?: Call; operations: readonly KnownOperation[]; baseUrl: string };

/** One request: its result and reason, the ways to send it again, the request and the response. */
export function CallDetail({ id, first, operations, baseUrl }: DetailProps) {
  const { trpc, merchantId } = useConsole();
  const known = first?.id === id ? { initialData: first } : {};
  const { data, isError, error, refetch } = useQuery(trpc.developers.calls.get.queryOptions({ merchantId, id }, known));
  return (
    <>
      <QueryFailure what="The request" query={{ isError, error, refetch }} />
      {data ? <Shown call={data} operations={operations} baseUrl={baseUrl} /> : null}
      {data || isError ? null : <DetailSkeleton label="Loading request" />}
    </>
  );
}

function Shown({ call, operations, baseUrl }: { call: Call; operations: readonly KnownOperation[]; baseUrl: string }) {
  const operation = operations.find((one) => one.id === call.endpoint) ?? null;
  const sentences = callSentences(call);
  const ignored = ignoredSentences(call);
  return (
    <div className={s.call}>
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
      {ignored.length > 0 ? <Note tone="warn">{ignored.join(" ")}</Note> : null}
      <Actions call={call} operation={operation} />
      <CallRequest call={call} operation={operation} baseUrl={baseUrl} />
      <CallAnswer call={call} />
      <Facts call={call} />
    </div>
  );
}

function Actions({ call, operation }: { call: Call; operation: KnownOperation | null }) {
  const may = useMay();
  const { repeat } = call;
  if (!operation) return null;
  return (
    <>
      <div className={ui.actions}>
        {repeat.kind === "ready" && may("developers.calls.repeat") ? <RepeatCall id={call.id} /> : null}
        {repeat.kind === "incomplete" && may("developers.reference.send") ? (
          <LinkButton document look="primary" href={addressOf("/docs", { operation: operation.id, from: call.id })}>
            Fill in and resend in test
          </LinkButton>
        ) : null}
        <LinkButton document href={addressOf("/docs", { operation: operation.id })}>
          <Icon name="book" />
          Reference
        </LinkButton>
      </div>
      {repeat.kind === "incomplete" ? (
        <p className={s.hint}>
          {repeat.leftOut.join(", ")} {repeat.leftOut.length === 1 ? "is" : "are"} redacted. Fill in the missing values
          to resend it.
        </p>
      ) : null}
      {repeat.kind === "never" ? <p className={s.hint}>This request can’t be resent in test. {repeat.why}</p> : null}
    </>
  );
}

type RequestProps = { call: Call; operation: KnownOperation | null; baseUrl: string };

/** The request as code, and as the log keeps it. */
export function CallRequest({ call, operation, baseUrl }: RequestProps) {
  const { sent, answer } = call;
  const hasBody = sent.body !== undefined;
  const code = recordedCode({ call, operation, baseUrl });
  const whole = hasBody ? sent.body : sent.query;
  const wrong = [...(failureIn(answer)?.errors ?? []), ...sent.ignored].map(({ field }) => field);
  const versions = [
    { name: "curl", text: curlOfCall(code) },
    ...(operation ? [{ name: "TypeScript", text: typescriptOfCall(code) }] : []),
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
  // A body with errors is shown first, because it marks them.
  const ordered = wrong.length > 0 && hasBody ? versions.toReversed() : versions;
  return (
    <>
      {sent.isCut ? <Note tone="warn">The request is longer than the log keeps. Its end is missing.</Note> : null}
      <CodeBox label="Copy the request as" versions={ordered} />
    </>
  );
}

/** The response, as far as the log keeps it. */
export function CallAnswer({ call }: { call: Call }) {
  const { answer, durationMs } = call;
  if (answer === null) {
    return (
      <p className={s.hint}>The response was not kept: long lists are not stored. Send the request again to see it.</p>
    );
  }
  const drawn = answer.isCut ? undefined : <JsonText value={answer.json} />;
  const text = answer.isCut ? answer.text : JSON.stringify(answer.json, null, 2);
  return (
    <CodeBox
      label="Copy the response as"
      versions={[{ name: "Response", text, ...(drawn ? { drawn } : {}) }]}
      end={`${formatMs(durationMs)}${answer.isCut ? ", shortened" : ""}`}
    />
  );
}

function Facts({ call }: { call: Call }) {
  const may = useMay();
  const { paymentRequestId, paymentLinkId, orderId, idempotencyKey } = call;
  const about = paymentRequestId ?? paymentLinkId;
  return (
    <dl className={ui.facts}>
      <Fact name="Time">
        <Time at={call.at} as="exact" /> {call.test ? <TestTag /> : null}
      </Fact>
      <IdFact name="Request ID" value={call.requestId} />
      {idempotencyKey === null ? null : (
        <Fact name="Idempotency key">
          <Id value={idempotencyKey} label="idempotency key" />
          {call.replayed ? <small>Used before: this is the first response again</small> : null}
        </Fact>
      )}
      <Fact name="API key">
        {formatActor(call.actor)}
        <small>{[call.ip, call.userAgent].filter(Boolean).join(", ")}</small>
      </Fact>
      {paymentRequestId ? (
        <Fact name="Payment">
          <Link href={paymentPath(paymentRequestId)}>{orderId ?? paymentRequestId}</Link>
        </Fact>
      ) : null}
      {paymentLinkId ? (
        <Fact name="Link">
          <Id value={paymentLinkId} label="link ID" />
        </Fact>
      ) : null}
      {about && may("webhooks.log.search") ? (
        <Fact name="Webhooks">
          <Link href={addressOf(DELIVERIES_PATH, { about })}>Deliveries</Link>
        </Fact>
      ) : null}
      {about ? (
        <Fact name="More">
          <Link href={addressOf("/console/requests", { q: about })}>
            All requests for this {paymentRequestId ? "payment" : "link"}
          </Link>
        </Fact>
      ) : null}
    </dl>
  );
}
