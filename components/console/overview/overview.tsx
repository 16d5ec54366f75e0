"use client";

import { useQuery } from "@tanstack/react-query";
import { LinkButton } from "../../ui/button";
import { AllLink, Heading, Section } from "../../ui/heading";
import { type Outputs, useConsole, useMay, useMode, useServedQuery } from "../../ui/queries";
import { QueryFailure } from "../../ui/query-failure";
import { formatZone, useZone } from "../../ui/time/zone";
import { NEW_LINK_PATH } from "../frame/nav-items";
import { PAYMENTS_PATH } from "../payments/payment-path";
import { PaymentTable } from "../payments/payments-table";
import { ActionItemList } from "./action-item-list";
import { actionItems } from "./action-items";
import { useFailing } from "./attention";
import { BankTable } from "./banks";
import { CurrencyTable } from "./currencies";
import { FigureList } from "./figures";
import { FirstPayment } from "./first-payment";
import { Funnel } from "./funnel";
import s from "./overview.module.css";
import type { OverviewView } from "./overview-address";
import type { InCurrency } from "./overview-labels";
import { PeriodChoice } from "./period";
import { ReceivedChart } from "./received-chart";
import { SetUp } from "./set-up";
import { type SetUpFacts, setUpSteps } from "./set-up-steps";
import { namesOf } from "./spans";
import { SuccessChart } from "./success-chart";

const LATEST_REFRESH_MS = 4_000;
const ITEMS_REFRESH_MS = 15_000;
const FIGURES_REFRESH_MS = 30_000;

type OverviewProps = {
  view: OverviewView;
  first: {
    figures: Outputs["overview"]["figures"];
    actionItems: Outputs["overview"]["actionItems"];
    latest: Outputs["overview"]["latest"];
    accounts: Outputs["accounts"]["list"];
    /** Null: live mode, or a user who may not see the checks. */
    setUp: SetUpFacts | null;
  };
  merchant: string;
  /** The demo gave this merchant sample payments. */
  hasSamples: boolean;
};

/** The overview: figures, action items, charts, newest payments. It keeps itself up to date. */
export function OverviewPage({ view, first, merchant, hasSamples }: OverviewProps) {
  const { trpc, merchantId } = useConsole();
  const mode = useMode();
  const of = { merchantId, test: mode === "test" };
  const zone = useZone();
  // Days are UTC in the first view of a user whose zone the server does not know yet.
  const figuresOf = trpc.overview.figures.queryOptions(
    { ...of, ...view, timeZone: zone },
    { placeholderData: first.figures, refetchInterval: FIGURES_REFRESH_MS },
  );
  const { data = first.figures, isError, error, refetch } = useQuery(figuresOf);
  const latest = useServedQuery(trpc.overview.latest, of, first.latest, LATEST_REFRESH_MS);
  const attention = useActionItems(first);
  const { setUp } = first;
  if (latest.data.length === 0)
    return setUp ? <SetUp merchant={merchant} steps={setUpSteps(setUp)} /> : <FirstPayment title="Home" mode={mode} />;
  const { figures, currencies, now } = data;
  const named = currencies.length > 1 ? (figures?.currency ?? null) : null;
  return (
    <>
      <Head named={named} view={view} now={now} timeZone={zone} />
      {hasSamples ? (
        <p className={s.samples}>
          This demo starts with 90 days of sample payments, marked ◇ in lists. No money moved, and no webhook was sent.
        </p>
      ) : null}
      <QueryFailure what="these figures" query={{ isError, error, refetch }} />
      <ActionItemList {...attention} now={now} />
      {figures ? (
        <FigureList
          figures={figures}
          names={namesOf(figures.spans, { days: figures.days, now, timeZone: zone })}
          named={named}
        />
      ) : null}
      {figures ? (
        <div className={s.charts}>
          <ReceivedChart figures={figures} now={now} timeZone={zone} />
          <SuccessChart figures={figures} now={now} timeZone={zone} named={named} />
        </div>
      ) : null}
      {figures ? (
        <div className={`${s.charts} ${s.even}`}>
          <div className={s.stack}>
            <Funnel outcomes={figures.outcomes} named={named} />
            {currencies.length > 1 ? (
              <CurrencyTable currencies={currencies} figures={figures} now={now} view={view} />
            ) : null}
          </div>
          <BankTable figures={figures} named={named} />
        </div>
      ) : null}
      <Section title="Latest payments">
        <AllLink href={PAYMENTS_PATH}>All payments</AllLink>
      </Section>
      <PaymentTable payments={latest.data} />
    </>
  );
}

function useActionItems(first: OverviewProps["first"]) {
  const { trpc, merchantId, test } = useConsole();
  const may = useMay();
  const failing = useFailing();
  const refetchInterval = ITEMS_REFRESH_MS;
  const payments = useServedQuery(trpc.overview.actionItems, { merchantId, test }, first.actionItems, refetchInterval);
  const accounts = useServedQuery(trpc.accounts.list, { merchantId }, first.accounts, refetchInterval);
  const items = actionItems({ payments: payments.data, failing, accounts: accounts.data.accounts, test, may });
  return { items, more: payments.data.more };
}

type HeadProps = InCurrency & { view: OverviewView; now: string; timeZone: string };

function Head({ named, view, now, timeZone }: HeadProps) {
  const may = useMay();
  return (
    <Heading
      title="Home"
      lead={
        <time data-zone-lead="" dateTime={now} title={`${now.slice(0, 19).replace("T", " ")} UTC`}>
          {formatNow(now, timeZone)}
        </time>
      }
      action={
        <div className={s.acts}>
          <PeriodChoice view={{ ...view, currency: named }} now={now} timeZone={timeZone} />
          {may("paymentLinks.create") ? (
            <LinkButton look="primary" href={NEW_LINK_PATH}>
              New payment link
            </LinkButton>
          ) : null}
        </div>
      }
    />
  );
}

/** `Fri 20 November, 14:12 in Lisbon (UTC+0)` */
function formatNow(now: string, timeZone: string): string {
  const format = (options: Intl.DateTimeFormatOptions) =>
    new Intl.DateTimeFormat("en-GB", { ...options, timeZone }).format(new Date(now));
  const day = format({ weekday: "short", day: "numeric", month: "long" }).replace(",", "");
  return `${day}, ${format({ hour: "2-digit", minute: "2-digit", hourCycle: "h23" })} in ${formatZone(timeZone, new Date(now))}`;
}
