"use client";

import { useQuery } from "@tanstack/react-query";
import Link from "next/link";
import { useState } from "react";
import { deliveryState } from "../delivery-words";
import { Section } from "../heading";
import { Icon } from "../icons";
import { Status } from "../parts";
import type { PaymentDetail } from "../payment-timeline";
import { useMerchantId, useTRPC } from "../queries";
import { QueryFailure } from "../query-failure";
import { Time } from "../time";
import { TryMessages } from "../try-messages";
import ui from "../ui.module.css";
import s from "./play.module.css";

type PaymentEvent = PaymentDetail["events"][number];
type Delivery = PaymentEvent["deliveries"][number];

const REFRESH_MS = 1_000;

/** What your server was told of a payment, the first on top: each delivery with what was sent and answered. */
export function PlayTold({ events }: { events: readonly PaymentEvent[] }) {
  const told = events.flatMap(({ type, deliveries }) => deliveries.map((delivery) => ({ type, delivery })));
  return (
    <section aria-label="What your server was told">
      <Section title="What your server was told" first />
      {told.length === 0 ? (
        <p className={s.none}>Nothing yet. The first webhook leaves when a bank has the payment.</p>
      ) : (
        <ol className={s.list}>
          {told.map(({ type, delivery }) => (
            <li key={delivery.id}>
              <DeliveryRow type={type} delivery={delivery} />
            </li>
          ))}
        </ol>
      )}
    </section>
  );
}

function DeliveryRow({ type, delivery }: { type: string; delivery: Delivery }) {
  const [isOpen, setOpen] = useState(false);
  // Whether a worker has it in hand this very second is not asked for here.
  const { tone, glyph, word, at } = deliveryState({ ...delivery, inHand: false });
  return (
    <details open={isOpen} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary className={s.told}>
        <code className={ui.cut} title={type}>
          {type}
        </code>
        <span>
          <Status tone={tone} glyph={glyph}>
            {word} {at ? <Time at={at} as="seconds" /> : null}
          </Status>
        </span>
        <Icon name="down" />
      </summary>
      {isOpen ? <OpenDelivery id={delivery.id} /> : null}
    </details>
  );
}

function OpenDelivery({ id }: { id: string }) {
  const trpc = useTRPC();
  const merchantId = useMerchantId();
  const options = trpc.webhooks.log.get.queryOptions({ merchantId, id }, { refetchInterval: REFRESH_MS });
  const { data, isError, error, refetch } = useQuery(options);
  if (isError) return <QueryFailure what="The delivery" error={error} retry={() => refetch()} />;
  if (!data) return <p className={ui.muted}>The delivery is loading …</p>;
  const last = data.tries.at(-1) ?? null;
  return (
    <div className={s.whole}>
      {data.why ? <p className={ui.muted}>{data.why}</p> : null}
      <TryMessages key={last?.id} one={last} body={data.event.body} />
      <Link className={ui.small} href={`/console/webhooks/deliveries/${id}`}>
        All of this delivery
      </Link>
    </div>
  );
}
