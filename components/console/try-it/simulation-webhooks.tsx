import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { Section } from "../../ui/heading";
import { Icon } from "../../ui/icons";
import { Link } from "../../ui/link";
import { DetailSkeleton, Status } from "../../ui/parts";
import { useConsole } from "../../ui/queries";
import { QueryFailure } from "../../ui/query-failure";
import { Time } from "../../ui/time/time";
import ui from "../../ui/ui.module.css";
import { deliveryLabel, nextAttemptAt } from "../deliveries/delivery-labels";
import { deliveryPath } from "../deliveries/delivery-path";
import { TryMessages } from "../deliveries/try-messages";
import type { PaymentDetail } from "../payment/timeline-item";
import s from "./try-it.module.css";

type PaymentEvent = PaymentDetail["events"][number];
type Delivery = PaymentEvent["deliveries"][number];

const REFRESH_MS = 1_000;

/** The webhooks of a payment, oldest first: each delivery with its request and response. */
export function SimulationWebhooks({ events }: { events: readonly PaymentEvent[] }) {
  const deliveries = events.flatMap(({ type, deliveries }) => deliveries.map((delivery) => ({ type, delivery })));
  return (
    <section aria-label="Webhooks sent">
      <Section title="Webhooks sent" first />
      {deliveries.length === 0 ? (
        <p className={s.none}>None yet. The first webhook is sent when the payment is at the bank.</p>
      ) : (
        <ol className={s.list}>
          {deliveries.map(({ type, delivery }) => (
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
  const { tone, glyph, word } = deliveryLabel(delivery.state);
  const at = nextAttemptAt(delivery);
  return (
    <details open={isOpen} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary className={s.webhook}>
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
  const { trpc, merchantId } = useConsole();
  const options = trpc.webhooks.log.get.queryOptions({ merchantId, id }, { refetchInterval: REFRESH_MS });
  const { data, isError, error, refetch } = useQuery(options);
  if (isError) return <QueryFailure what="The delivery" query={{ isError, error, refetch }} />;
  if (!data) return <DetailSkeleton label="Loading the delivery" />;
  const last = data.tries.at(-1) ?? null;
  return (
    <div className={s.whole}>
      {data.why ? <p className={ui.muted}>{data.why}</p> : null}
      <TryMessages key={last?.id} one={last} body={data.event.body} />
      <Link className={ui.small} href={deliveryPath(id)}>
        View delivery
      </Link>
    </div>
  );
}
