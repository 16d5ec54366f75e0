"use client";

import { useQuery } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { useEffect, useState } from "react";
import { Button, LinkButton } from "../../ui/button";
import { CopyButton, Id } from "../../ui/copy-button";
import { Fact, TimeFact } from "../../ui/fact";
import { Crumbs, Section, StateHeading } from "../../ui/heading";
import { Link } from "../../ui/link";
import { groupDigits } from "../../ui/money";
import { DetailSkeleton, Note, Status, StatusOf } from "../../ui/parts";
import { type Outputs, useConsole, useMay } from "../../ui/queries";
import { QueryFailure } from "../../ui/query-failure";
import { isSample, SampleTag } from "../../ui/sample";
import { Time } from "../../ui/time/time";
import ui from "../../ui/ui.module.css";
import { useAction } from "../../ui/use-action";
import { OtherModeTag } from "../frame/mode-switch";
import { paymentPath } from "../payments/payment-path";
import { troubleshooterHref } from "../signature-troubleshooter/fragment";
import { endpointPath } from "../webhooks/endpoints-table";
import s from "./delivery.module.css";
import { deliveryLabel, formatUntil, nextAttemptAt } from "./delivery-labels";
import { curlOf, headerText } from "./delivery-message";
import { DELIVERIES_PATH, deliveryPath } from "./delivery-path";
import { DeliveryTries } from "./delivery-tries";
import { TryMessages } from "./try-messages";

type Detail = Outputs["webhooks"]["log"]["get"];

const REFRESH_MS = 2_000;
const SECOND_MS = 1_000;

/** The page of one delivery. */
export function DeliveryPage({ first }: { first: Detail }) {
  const router = useRouter();
  return (
    <>
      <Crumbs href={DELIVERIES_PATH} name="Deliveries" here={first.event.type} />
      <Delivery
        id={first.id}
        first={first}
        title="h1"
        onResent={(id) => (id === first.id ? undefined : router.push(deliveryPath(id)))}
      />
    </>
  );
}

type DeliveryProps = { id: string; first?: Detail; title?: "h1" | "h2"; onResent: (id: string) => void };

/** One delivery: its status and reason, its event, each attempt with its response, and the button that sends it now. */
export function Delivery({ id, first, title = "h2", onResent }: DeliveryProps) {
  const { trpc, merchantId } = useConsole();
  const options = trpc.webhooks.log.get.queryOptions(
    { merchantId, id },
    { refetchInterval: REFRESH_MS, ...(first ? { initialData: first } : {}) },
  );
  const { data, isError, error, refetch } = useQuery(options);
  const [picked, setPicked] = useState<number | null>(null);
  const failure = isError ? <QueryFailure what="The delivery" query={{ isError, error, refetch }} /> : null;
  if (!data) return failure ?? <DetailSkeleton label="Loading delivery" />;
  const shown = data.tries.find(({ number }) => number === picked) ?? data.tries.at(-1);
  return (
    <div>
      <Top detail={data} shown={shown} title={title} onResent={onResent} />
      {failure}
      <Facts detail={data} />
      <Section title="Attempts" />
      <DeliveryTries detail={data} shown={shown?.number ?? null} onPick={setPicked} />
      <TryMessages key={shown?.id} one={shown ?? null} body={data.event.body} />
    </div>
  );
}

type TopProps = {
  detail: Detail;
  shown: Detail["tries"][number] | undefined;
  title: "h1" | "h2";
  onResent: (id: string) => void;
};

function Top({ detail, shown, title, onResent }: TopProps) {
  const nextAt = nextAttemptAt(detail);
  const { body } = detail.event;
  return (
    <StateHeading
      as={title}
      title={<code>{detail.event.type}</code>}
      state={
        <>
          <StatusOf label={deliveryLabel(detail.state)} />
          <SampleTag id={detail.id} />
          {nextAt ? (
            <span className={ui.muted}>
              attempt {detail.tries.length + 1} at <Time at={nextAt} as="seconds" />
              <Until at={nextAt} />
            </span>
          ) : null}
        </>
      }
      summary={isSample(detail.id) ? "A sample of the demo: it was not sent. Its attempts are examples." : detail.why}
      actions={
        <>
          <Resend detail={detail} onResent={onResent} />
          {shown ? (
            <>
              <CopyButton
                text={curlOf({ url: shown.url, headers: shown.requestHeaders, body })}
                label="the curl command"
              >
                Copy as curl
              </CopyButton>
              <LinkButton slim href={troubleshooterHref({ headers: headerText(shown.requestHeaders), body })}>
                Debug signature
              </LinkButton>
            </>
          ) : null}
        </>
      }
    />
  );
}

/** The time until an attempt. Not rendered by the server: it would be outdated on arrival. */
function Until({ at }: { at: string }) {
  const [now, setNow] = useState<number | null>(null);
  useEffect(() => {
    const tick = () => setNow(Date.now());
    tick();
    const timer = setInterval(tick, SECOND_MS);
    return () => clearInterval(timer);
  }, []);
  return now === null ? null : `, ${formatUntil(at, now)}`;
}

function Resend({ detail, onResent }: Pick<TopProps, "detail" | "onResent">) {
  const { trpc, merchantId } = useConsole();
  const may = useMay();
  const sending = useAction(trpc.webhooks.log.resend, {
    unchanged: "Nothing was resent.",
    changes: [trpc.webhooks.log.get.queryFilter()],
    onDone: ({ id }) => onResent(id),
  });
  const waits = detail.status === "waiting";
  // A delivery that is being sent can't be sent sooner.
  const isGoing = waits && (detail.inFlight || detail.priority);
  return (
    <>
      {isGoing ? (
        <span className={ui.muted} role="status">
          Sending now
        </span>
      ) : may("webhooks.log.resend") ? (
        <Button
          look="primary"
          disabled={sending.busy}
          onClick={() => sending.run({ merchantId, id: detail.id })}
          data-again=""
        >
          {waits || detail.status === "no_destination" ? "Send now" : "Resend now"}
        </Button>
      ) : null}
      {sending.failure ? <Note tone="bad">{sending.failure}</Note> : null}
    </>
  );
}

function Facts({ detail }: { detail: Detail }) {
  const { endpoint, event, siblings, resendOf, createdAt } = detail;
  const repeats = siblings.filter((sibling) => sibling.resendOf === detail.id);
  const others = siblings.filter(({ id, resendOf: of }) => id !== resendOf && of !== detail.id);
  return (
    <dl className={`${ui.facts} ${s.facts}`}>
      <Fact name="Endpoint">
        {detail.status === "no_destination" ? (
          <span className={ui.dim}>no endpoint</span>
        ) : (
          <Link href={endpointPath(endpoint.name)}>{endpoint.name ?? "Default URL"}</Link>
        )}
        {endpoint.disabledAt ? <small>disabled</small> : null}
      </Fact>
      <Fact name="Payment">
        <About detail={detail} />
      </Fact>
      <Fact name="Event ID">
        <Id value={event.id} label="event ID" />
        <small>Same ID on every attempt. Sequence {event.sequence}.</small>
      </Fact>
      <TimeFact name="Created" at={createdAt} as="exact" />
      {resendOf ? (
        <Fact name="Resend of">
          <Link href={deliveryPath(resendOf)}>an earlier delivery</Link>
        </Fact>
      ) : null}
      {repeats.length > 0 ? <Siblings name="Resent" siblings={repeats} /> : null}
      {others.length > 0 ? <Siblings name="Same event" siblings={others} /> : null}
    </dl>
  );
}

function About({ detail: { about, decimal, event } }: { detail: Detail }) {
  const money = decimal && about.currency ? `${groupDigits(decimal)} ${about.currency}` : null;
  if (about.kind === "endpoint") return <>Test event, no payment</>;
  const href = about.kind === "payment" ? paymentPath(about.id) : "/console/payment-links";
  return (
    <>
      <Link href={href}>{about.orderId ?? (about.kind === "payment" ? "Payment" : "Payment link")}</Link>
      {money ? `, ${money}` : null} <OtherModeTag test={event.test} />
    </>
  );
}

/** Other deliveries of the same event, each with its status. */
function Siblings({ name, siblings }: { name: string; siblings: Detail["siblings"] }) {
  return (
    <Fact name={name}>
      <ul>
        {siblings.map(({ id, endpoint, state, createdAt, dueAt }) => {
          const { tone, glyph, word } = deliveryLabel(state);
          const at = nextAttemptAt({ state, dueAt });
          return (
            <li key={id} className={s.sibling}>
              <Link href={deliveryPath(id)}>
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
