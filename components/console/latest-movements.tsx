"use client";

import { useQuery } from "@tanstack/react-query";
import Link from "next/link";
import s from "./balances.module.css";
import { Section } from "./heading";
import { MovementTable } from "./movements-table";
import type { Movements } from "./movements-words";
import { useMerchantId, useMode, useTRPC } from "./queries";

const REFRESH_MS = 30_000;
const MAX_SHOWN = 5;

/** What was booked last, under the balances that it made. Nothing where nothing was booked yet. */
export function LatestMovements({ first }: { first: Movements }) {
  const trpc = useTRPC();
  const merchantId = useMerchantId();
  const test = useMode() === "test";
  const options = trpc.movements.list.queryOptions(
    { merchantId, test },
    { initialData: first, refetchInterval: REFRESH_MS },
  );
  const { data } = useQuery(options);
  if (data.items.length === 0) return null;
  return (
    <section className={s.latest} aria-label="Movements">
      <Section title="What was booked last" first>
        <Link href="/console/balances/movements">All movements</Link>
      </Section>
      <MovementTable movements={data.items.slice(0, MAX_SHOWN)} mayDecide={data.mayDecide} />
    </section>
  );
}
