"use client";

import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { DisagreementList, type Disagreements } from "./disagreements";
import { ExportLink } from "./export-link";
import { addressOf } from "./filter-address";
import { FilterTabs, KeysetPages } from "./filter-list";
import { Crumbs, Heading } from "./heading";
import { MovementTable } from "./movements-table";
import type { Movements } from "./movements-words";
import { useMerchantId, useMode, useTRPC } from "./queries";
import { QueryFailure } from "./query-failure";
import ui from "./ui.module.css";

const REFRESH_MS = 10_000;
const MOVEMENTS_PATH = "/console/balances/movements";

type PageProps = { first: Movements; firstDisagreements: Disagreements; unplacedOnly: boolean; cursor?: string };

/** The address of a page of the list. */
function movementsPath(unplacedOnly: boolean, cursor?: string | null): string {
  return addressOf(MOVEMENTS_PATH, { show: unplacedOnly ? "unplaced" : undefined, at: cursor ?? undefined });
}

/** What was booked on the merchant's accounts, newest first, and which payment each movement belongs to. */
export function MovementsPage({ first, firstDisagreements, unplacedOnly, cursor }: PageProps) {
  const trpc = useTRPC();
  const merchantId = useMerchantId();
  const test = useMode() === "test";
  const at = cursor === undefined ? {} : { cursor };
  const options = trpc.movements.list.queryOptions(
    { merchantId, test, unplacedOnly, ...at },
    { initialData: first, refetchInterval: REFRESH_MS },
  );
  const { data, isError, error, refetch } = useQuery({ ...options, placeholderData: keepPreviousData });
  const { all, unplaced } = data.counts;
  const tabs = [
    { words: "All", href: movementsPath(false), isHere: !unplacedOnly, count: all },
    { words: "Without a payment", href: movementsPath(true), isHere: unplacedOnly, count: unplaced },
  ];
  const pageOf = (to: string | null) => (to === null ? null : movementsPath(unplacedOnly, to));
  const file = addressOf(`${MOVEMENTS_PATH}/export.csv`, { show: unplacedOnly ? "unplaced" : undefined });
  return (
    <>
      <Crumbs href="/console/balances" name="Balances" here="Movements" />
      <Heading
        title="Movements"
        lead={leadOf(data.counts)}
        action={all.count > 0 ? <ExportLink address={file} /> : undefined}
      />
      <DisagreementList first={firstDisagreements} />
      <FilterTabs label="Which movements" tabs={tabs} />
      {isError ? <QueryFailure what="The list" error={error} retry={() => refetch()} /> : null}
      {data.items.length === 0 ? (
        <NoMovement unplacedOnly={unplacedOnly && all.count > 0} />
      ) : (
        <MovementTable movements={data.items} mayDecide={data.mayDecide} />
      )}
      <KeysetPages order="newest first" newer={pageOf(data.newer)} older={pageOf(data.older)} />
    </>
  );
}

function leadOf({ all, unplaced }: Movements["counts"]): string {
  if (all.count === 0) return "What the banks book on your accounts.";
  if (unplaced.count === 0) return "Every movement on your accounts has its payment, or is none of a payment.";
  const many = `${unplaced.count.toLocaleString("en-GB")}${unplaced.orMore ? " or more" : ""} movements have`;
  return `${unplaced.count === 1 ? "One movement has" : many} no payment. We do not guess: a person looks at each.`;
}

function NoMovement({ unplacedOnly }: { unplacedOnly: boolean }) {
  if (unplacedOnly) {
    return (
      <section className={ui.empty}>
        <h2>Nothing without a payment</h2>
        <p>Each movement was matched, is none of a payment, or was set aside by a person.</p>
      </section>
    );
  }
  return (
    <section className={ui.empty}>
      <h2>No movement yet</h2>
      <p>
        We read the statements of the accounts that your payments arrive on, and match each movement to its payment. The
        first stands here soon after the bank has booked it.
      </p>
    </section>
  );
}
