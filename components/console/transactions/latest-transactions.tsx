"use client";

import { useQuery } from "@tanstack/react-query";
import { Section } from "../../ui/heading";
import { Link } from "../../ui/link";
import s from "../balances/balances.module.css";
import { useMerchantId, useMode, useTRPC } from "../frame/queries";
import type { Transactions } from "./transaction-labels";
import { TransactionTable } from "./transactions-table";

const REFRESH_MS = 30_000;
const MAX_SHOWN = 5;

/** The newest transactions, under the balances; nothing where there are none. */
export function LatestTransactions({ first }: { first: Transactions }) {
  const trpc = useTRPC();
  const merchantId = useMerchantId();
  const test = useMode() === "test";
  const options = trpc.transactions.list.queryOptions(
    { merchantId, test },
    { initialData: first, refetchInterval: REFRESH_MS },
  );
  const { data } = useQuery(options);
  if (data.items.length === 0) return null;
  return (
    <section className={s.latest} aria-label="Transactions">
      <Section title="Recent transactions" first>
        <Link href="/console/balances/transactions">All transactions</Link>
      </Section>
      <TransactionTable transactions={data.items.slice(0, MAX_SHOWN)} mayDecide={data.mayDecide} />
    </section>
  );
}
