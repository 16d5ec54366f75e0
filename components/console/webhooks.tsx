"use client";

import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import Link from "next/link";
import { useState } from "react";
import { ConfirmDialog } from "./confirm-dialog";
import { Heading, Section } from "./heading";
import { Field, Note, Status } from "./parts";
import { failureOf, type Outputs, useMerchantId, useTRPC } from "./queries";
import { QueryFailure } from "./query-failure";
import { SecretDialog, type ShownOnce } from "./secret-dialog";
import shell from "./shell.module.css";
import { deliveryStatus } from "./status-words";
import s from "./table.module.css";
import { Time } from "./time";
import ui from "./ui.module.css";

type Config = Outputs["webhooks"]["config"];
type Deliveries = Outputs["webhooks"]["deliveries"];
type Delivery = Deliveries[number];

const REFRESH_MS = 4_000;

/** Where a merchant's news goes, how it is signed, and how the last of it fared. */
export function WebhooksPage({ config, deliveries }: { config: Config; deliveries: Deliveries }) {
  const trpc = useTRPC();
  const merchantId = useMerchantId();
  const now = useQuery(trpc.webhooks.config.queryOptions({ merchantId }, { initialData: config }));
  const last = useQuery(
    trpc.webhooks.deliveries.queryOptions({ merchantId }, { initialData: deliveries, refetchInterval: REFRESH_MS }),
  );
  const lead = now.data.url
    ? "Your server hears of every payment here. What it does not take is tried again, ten times over three days."
    : "No URL yet. Payments are told to nobody; their status can be asked for.";
  return (
    <>
      <Heading title="Webhooks" lead={lead} />
      <Section title="Default URL" first />
      <UrlForm config={now.data} />
      <Section title="Signature" />
      <SecretPanel config={now.data} />
      <Section title="Last deliveries" />
      {last.isError ? <QueryFailure what="The list" error={last.error} retry={() => last.refetch()} /> : null}
      {last.data.length === 0 ? (
        <section className={ui.empty}>
          <h2>Nothing was told yet</h2>
          <p>Each change of a payment is an event. The first one appears here as soon as it is sent.</p>
        </section>
      ) : (
        <DeliveryTable deliveries={last.data} />
      )}
    </>
  );
}

function UrlForm({ config }: { config: Config }) {
  const trpc = useTRPC();
  const merchantId = useMerchantId();
  const queries = useQueryClient();
  const save = useMutation(
    trpc.webhooks.setUrl.mutationOptions({
      onSuccess: () => queries.invalidateQueries(trpc.webhooks.config.queryFilter()),
    }),
  );
  const failure = save.error ? failureOf(save.error) : null;
  const reason = failure?.fields["webhook_url"];
  const error = failure ? `${reason ? `The address ${reason}.` : failure.message} Nothing was changed.` : undefined;
  const help = (
    <>
      http or https, and reachable from the internet.
      {config.allowedNetworks.length > 0
        ? ` This installation also lets webhooks reach ${config.allowedNetworks.join(", ")}.`
        : null}
    </>
  );
  return (
    <form
      className={shell.panel}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        save.mutate({ merchantId, url: String(new FormData(event.currentTarget).get("url") ?? "") });
      }}
    >
      <Field id="webhook-url" label="URL" help={help} error={error}>
        {(wiring) => (
          <span className={ui.withButton}>
            <span className={ui.input}>
              <input
                {...wiring}
                name="url"
                type="url"
                autoComplete="off"
                spellCheck={false}
                placeholder="https://shop.example/webhooks"
                defaultValue={config.url ?? ""}
              />
            </span>
            <button className={ui.button} type="submit" disabled={save.isPending}>
              Save
            </button>
          </span>
        )}
      </Field>
      <p className={`${ui.small} ${ui.muted}`} role="status">
        {save.isSuccess ? "Saved. Everything that is sent from now on goes there." : ""}
      </p>
    </form>
  );
}

function SecretPanel({ config }: { config: Config }) {
  const trpc = useTRPC();
  const merchantId = useMerchantId();
  const queries = useQueryClient();
  const [asking, setAsking] = useState(false);
  const [shown, setShown] = useState<ShownOnce | null>(null);
  const generate = useMutation(
    trpc.webhooks.generateSecret.mutationOptions({
      onSuccess: ({ webhook_secret }) => {
        queries.invalidateQueries(trpc.webhooks.config.queryFilter());
        setAsking(false);
        setShown({
          about: "Signs every webhook from now on",
          values: [{ label: "Secret", name: "BANKSIDE_WEBHOOK_SECRET", value: webhook_secret }],
          ifLost: "Lost it later? Generate another; the one before stops signing at once.",
        });
      },
    }),
  );
  const failure = generate.error ? failureOf(generate.error).message : null;
  const begin = () => (config.hasSecret ? setAsking(true) : generate.mutate({ merchantId }));
  return (
    <div className={shell.panel}>
      <p>
        {config.hasSecret ? (
          <>
            <Status tone="good" glyph="done">
              Signed
            </Status>{" "}
            <span className={ui.muted}>
              with the secret
              {config.secretCreatedAt ? (
                <>
                  {" "}
                  of <Time at={config.secretCreatedAt} />
                </>
              ) : null}
              , in the header <code>X-Signature</code>.
            </span>
          </>
        ) : (
          <>
            <Status tone="warn" glyph="warn">
              Not signed
            </Status>{" "}
            <span className={ui.muted}>
              Your server cannot tell our webhooks from anybody else&rsquo;s before there is a secret.
            </span>
          </>
        )}
      </p>
      {failure && !asking ? <Note tone="bad">{failure} Nothing was changed.</Note> : null}
      <div className={ui.actions}>
        <button className={ui.button} type="button" onClick={begin} disabled={generate.isPending}>
          {config.hasSecret ? "Replace the secret" : "Generate a secret"}
        </button>
      </div>
      {asking ? (
        <ConfirmDialog
          title="Replace the signing secret?"
          action="Replace it"
          busy={generate.isPending}
          error={failure}
          onConfirm={() => generate.mutate({ merchantId })}
          onCancel={() => setAsking(false)}
        >
          The present one stops signing at once: until your server has the new one, it will refuse what we send. That is
          tried again later.
        </ConfirmDialog>
      ) : null}
      {shown ? <SecretDialog shown={shown} onDone={() => setShown(null)} /> : null}
    </div>
  );
}

function DeliveryTable({ deliveries }: { deliveries: Deliveries }) {
  return (
    <div className={s.wrap}>
      <table className={s.table}>
        <caption className={ui.hidden}>Last deliveries, newest first</caption>
        <colgroup>
          <col style={{ width: "9rem" }} />
          <col />
          <col style={{ width: "12rem" }} />
          <col style={{ width: "5rem" }} />
          <col style={{ width: "14rem" }} />
          <col style={{ width: "7rem" }} />
        </colgroup>
        <thead>
          <tr>
            {["Happened", "Event", "Status", "Tries", "Last answer", "About"].map((head) => (
              <th key={head} scope="col">
                {head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {deliveries.map((delivery) => (
            <DeliveryRow key={delivery.id} delivery={delivery} />
          ))}
        </tbody>
      </table>
    </div>
  );
}

function DeliveryRow({ delivery }: { delivery: Delivery }) {
  const { event, lastTry, createdAt, tries, reason } = delivery;
  const { tone, glyph, word } = deliveryStatus(delivery);
  const answer = lastTry
    ? lastTry.status === null
      ? lastTry.error
      : `${lastTry.status} in ${lastTry.durationMs} ms`
    : reason;
  const isPayment = event.type.startsWith("payment_request.");
  return (
    <tr>
      <td className={ui.muted} data-on="c">
        <Time at={createdAt} as="full" />
      </td>
      <td data-on="a" title={event.id}>
        <code>{event.type}</code>
      </td>
      <td data-on="d">
        <Status tone={tone} glyph={glyph}>
          {word}
        </Status>
      </td>
      <td className={ui.muted}>{tries === 0 ? <span className={ui.dim}>none</span> : tries}</td>
      <td className={ui.muted} title={answer ?? undefined}>
        {answer ?? <span className={ui.dim}>none yet</span>}
      </td>
      <td data-on="b">
        {isPayment ? (
          <Link href={`/console/payments/${event.subjectId}`}>Payment</Link>
        ) : (
          <Link href="/console/payment-links">Links</Link>
        )}
      </td>
    </tr>
  );
}
