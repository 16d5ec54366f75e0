"use client";

import { useQueries, useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { Button } from "../../ui/button";
import { addressOf } from "../../ui/filter/filter-address";
import { KeysetPages } from "../../ui/filter/filter-list";
import { AllLink, Heading, Section } from "../../ui/heading";
import { Glyph, Icon } from "../../ui/icons";
import { ConfirmDialog } from "../../ui/layers/layers";
import { EmptyState, Note } from "../../ui/parts";
import { type Outputs, useConsole, useMode, useServedQuery } from "../../ui/queries";
import { QueryFailure } from "../../ui/query-failure";
import { useZone } from "../../ui/time/zone";
import ui from "../../ui/ui.module.css";
import { useAction } from "../../ui/use-action";
import { useDecision } from "../transactions/decide-transaction";
import type { Transactions } from "../transactions/transaction-labels";
import { TRANSACTIONS_PATH } from "../transactions/transactions-filter";
import { TransactionTable } from "../transactions/transactions-table";
import { figuresOf } from "./balance-figures";
import { type Account, formatRenewal, type Reading } from "./balance-labels";
import { BalanceFigures } from "./balance-totals";
import s from "./balances.module.css";
import { BalancesTable } from "./balances-table";
import { BalancesTabs } from "./balances-tabs";
import { Reconciliation, type ReconciliationFacts } from "./reconciliation";

type First = Outputs["accounts"]["list"];

/** Accounts per page: so many balances are requested at once. More would wait for each other at one bank. */
const PAGE_SIZE = 25;
const TRANSACTIONS_REFRESH_MS = 30_000;
const LATEST_SHOWN = 5;

type PageProps = {
  first: First;
  /** The newest transactions on these accounts. */
  transactions: Transactions;
  reconciliation: ReconciliationFacts;
  page: number;
  renewal: string | null;
};

/** The merchant's accounts; balances are requested from the banks when the page opens, and by Refresh. */
export function BalancesPage({ first, transactions, reconciliation, page, renewal }: PageProps) {
  const { trpc, merchantId, test } = useConsole();
  const queries = useQueryClient();
  const list = useServedQuery(trpc.accounts.list, { merchantId }, first);
  const accounts = list.data.accounts.filter(({ simulated }) => simulated === test);
  const shown = accounts.slice((page - 1) * PAGE_SIZE, page * PAGE_SIZE);
  const readings = useQueries({
    queries: shown.map(({ id: accountId }) =>
      trpc.balances.read.queryOptions({ merchantId, accountId }, { refetchOnWindowFocus: false, gcTime: 0 }),
    ),
  });
  const latest = useLatest(transactions);
  const facts = useReconciliation(reconciliation);
  const received = useReceivedToday();
  const isAsking = readings.some(({ isFetching }) => isFetching);
  const answers = new Map(shown.map(({ id }, at): [string, Reading | undefined] => [id, readings[at]?.data]));
  const figures = figuresOf(shown, answers);
  const [removing, setRemoving] = useState<string | null>(null);
  const notice = useNotice(renewal);
  const refresh = () => {
    void queries.invalidateQueries(trpc.accounts.list.queryFilter());
    void queries.invalidateQueries(trpc.balances.read.queryFilter());
    void queries.invalidateQueries(trpc.transactions.receivedToday.queryFilter());
  };
  const ended = shown.find(({ id }) => id === removing);
  const action = (
    <Button onClick={refresh} disabled={isAsking || shown.length === 0}>
      <Icon name="refresh" />
      Refresh
    </Button>
  );
  return (
    <>
      <Heading
        title="Balances"
        lead="Money from payments goes straight to your accounts; there are no payouts to wait for."
        action={action}
      />
      <BalancesTabs here="Accounts" />
      {notice ? <Notice notice={notice} /> : null}
      <QueryFailure what="The list" query={list} />
      {accounts.length === 0 ? <NoAccount /> : null}
      {figures.length < shown.length && accounts.length <= PAGE_SIZE ? <BalanceFigures figures={figures} /> : null}
      {shown.length > 0 ? (
        <BalancesTable
          accounts={shown}
          readings={readings}
          received={received}
          may={{ renew: list.data.mayRenew, remove: list.data.mayRemove }}
          onRemove={setRemoving}
        />
      ) : null}
      <AccountPages page={page} total={accounts.length} />
      <div className={`${ui.split} ${s.below}`}>
        <LatestTransactions transactions={latest} />
        <Reconciliation counts={latest.counts} facts={facts} hasAccount={accounts.length > 0} />
      </div>
      {ended ? <RemoveAccess account={ended} onClose={() => setRemoving(null)} /> : null}
    </>
  );
}

function useLatest(first: Transactions): Transactions {
  const { trpc, ...of } = useConsole();
  return useServedQuery(trpc.transactions.list, of, first, TRANSACTIONS_REFRESH_MS).data;
}

/** Reads the sums as often as the counts beside them, so that both are about the same transactions. */
function useReconciliation(first: ReconciliationFacts): ReconciliationFacts {
  const { trpc, ...of } = useConsole();
  const { unmatched, discrepancies } = trpc.transactions;
  return {
    unmatched: useServedQuery(unmatched, of, first.unmatched, TRANSACTIONS_REFRESH_MS).data,
    discrepancies: useServedQuery(discrepancies, of, first.discrepancies, TRANSACTIONS_REFRESH_MS).data,
  };
}

/** The newest transactions, under the balances. */
function LatestTransactions({ transactions }: { transactions: Transactions }) {
  const { items } = transactions;
  const { onDecide, drawer } = useDecision(transactions);
  return (
    <section aria-label="Transactions">
      <Section title="Recent transactions" first>
        <AllLink href={TRANSACTIONS_PATH}>All transactions</AllLink>
      </Section>
      {items.length === 0 ? (
        <p className={ui.muted}>No transactions yet</p>
      ) : (
        <TransactionTable isShort transactions={items.slice(0, LATEST_SHOWN)} onDecide={onDecide} />
      )}
      {drawer}
    </section>
  );
}

/** By account; null: unknown. */
function useReceivedToday(): ReadonlyMap<string, string | null> {
  const { trpc, ...of } = useConsole();
  const timeZone = useZone();
  const { data = [] } = useQuery(trpc.transactions.receivedToday.queryOptions({ ...of, timeZone }));
  return new Map(data.map(({ accountId, decimal }) => [accountId, decimal]));
}

/** The pages before and after, with the accounts that this one shows. */
function AccountPages({ page, total }: { page: number; total: number }) {
  const first = (page - 1) * PAGE_SIZE + 1;
  const last = Math.min(page * PAGE_SIZE, total);
  const at = (number: number) => addressOf("/console/balances", { page: number === 1 ? undefined : String(number) });
  return (
    <KeysetPages
      order={first > total ? `Page empty, ${total} in total` : `${first}–${last} of ${total}`}
      newer={page > 1 ? at(page - 1) : null}
      older={last < total ? at(page + 1) : null}
      words={{ newer: "Previous", older: "Next" }}
    />
  );
}

/** The outcome of a renewal, shown once: a reload shows nothing. */
function useNotice(renewal: string | null): ReturnType<typeof formatRenewal> {
  const [notice] = useState(() => formatRenewal(renewal));
  useEffect(() => {
    if (renewal === null) return;
    const url = new URL(window.location.href);
    url.searchParams.delete("renewal");
    window.history.replaceState(window.history.state, "", url);
  }, [renewal]);
  return notice;
}

function Notice({ notice }: { notice: NonNullable<ReturnType<typeof formatRenewal>> }) {
  const content = (
    <>
      <b>{notice.title}</b> {notice.text}
    </>
  );
  if (!notice.good) {
    return (
      <div className={s.notice}>
        <Note tone="bad">{content}</Note>
      </div>
    );
  }
  return (
    <div className={`${ui.note} ${s.notice}`} role="status">
      <Glyph name="done" />
      <span>{content}</span>
    </div>
  );
}

function NoAccount() {
  const test = useMode() === "test";
  return (
    <EmptyState title="No account connected">
      {test
        ? "The first test payment in a currency opens a simulated account for it. Its balance appears here."
        : "Contact the operator to connect one. You then grant access at your bank."}
    </EmptyState>
  );
}

/** Removes the consent of an account, after a confirmation. */
function RemoveAccess({ account, onClose }: { account: Account; onClose: () => void }) {
  const { trpc, merchantId } = useConsole();
  const queries = useQueryClient();
  const remove = useAction(trpc.accounts.removeAccess, {
    unchanged: "Nothing was changed.",
    changes: [trpc.accounts.list.queryFilter()],
    onDone: () => {
      // The bank is asked: the dialog does not wait for it.
      void queries.invalidateQueries(trpc.balances.read.queryFilter({ merchantId, accountId: account.id }));
      onClose();
    },
  });
  return (
    <ConfirmDialog
      title={`Remove access to ${account.bankName} ${account.number}?`}
      action="Remove access"
      act={remove}
      onConfirm={() => remove.run({ merchantId, accountId: account.id })}
      onCancel={onClose}
    >
      Its balance becomes unknown, here and in the API, and the bank ends the consent. Payments still arrive there. You
      can grant access again at any time by approving it at your bank.
    </ConfirmDialog>
  );
}
