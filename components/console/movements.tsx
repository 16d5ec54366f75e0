"use client";

import { keepPreviousData, useQueries, useQuery } from "@tanstack/react-query";
import { DisagreementList, type Disagreements } from "./disagreements";
import { ExportLink } from "./export-link";
import { type Counted, countWords, without } from "./filter-address";
import { ChoiceChip, SpanChips } from "./filter-amount";
import { FilterBar, FilterTabs, KeysetPages, NothingFits } from "./filter-list";
import { SPAN_NAMES } from "./filter-span";
import { Crumbs, Heading } from "./heading";
import {
  MOVEMENT_TABS,
  MOVEMENTS_PATH,
  type MovementKind,
  type MovementsFilter,
  movementsPath,
  setMovementParts,
} from "./movements-filter";
import { MovementTable } from "./movements-table";
import type { Movements } from "./movements-words";
import { type Outputs, useMerchantId, useMode, useTRPC } from "./queries";
import { QueryFailure } from "./query-failure";
import ui from "./ui.module.css";

const REFRESH_MS = 10_000;

type MovementChoices = Outputs["movements"]["choices"];

type PageProps = {
  first: Movements;
  firstDisagreements: Disagreements;
  choices: MovementChoices;
  filter: MovementsFilter;
  cursor?: string;
};

/** What was booked on the merchant's accounts, newest first, and which payment each movement belongs to. */
export function MovementsPage({ first, firstDisagreements, choices, filter, cursor }: PageProps) {
  const trpc = useTRPC();
  const merchantId = useMerchantId();
  const test = useMode() === "test";
  const options = trpc.movements.list.queryOptions(
    { merchantId, test, ...filter, ...(cursor ? { cursor } : {}) },
    { initialData: first, refetchInterval: REFRESH_MS },
  );
  const { data, isError, error, refetch } = useQuery({ ...options, placeholderData: keepPreviousData });
  const { items, counts, newer, older, mayDecide } = data;
  const at = (next: string) => movementsPath(filter, next);
  return (
    <>
      <Crumbs href="/console/balances" name="Balances" here="Movements" />
      <Heading
        title="Movements"
        lead={leadOf(counts)}
        action={<ExportLink address={movementsPath(filter, undefined, `${MOVEMENTS_PATH}/export.csv`)} />}
      />
      <DisagreementList first={firstDisagreements} />
      <Filters counts={counts} choices={choices} filter={filter} />
      {isError ? <QueryFailure what="The list" error={error} retry={() => refetch()} /> : null}
      {items.length === 0 ? <NoMovement filter={filter} /> : <MovementTable movements={items} mayDecide={mayDecide} />}
      <KeysetPages order="Newest first" newer={newer && at(newer)} older={older && at(older)} />
    </>
  );
}

function totalOf(counts: Movements["counts"], kind?: MovementKind): Counted {
  const all = kind ? [counts[kind]] : Object.values(counts);
  return { count: all.reduce((sum, { count }) => sum + count, 0), orMore: all.some(({ orMore }) => orMore) };
}

function leadOf(counts: Movements["counts"]): string {
  const { unplaced } = counts;
  if (totalOf(counts).count === 0) return "What the banks book on your accounts.";
  if (unplaced.count === 0) return "Every movement on your accounts has its payment, or is none of a payment.";
  const many = `${countWords(unplaced)} movements have`;
  return `${unplaced.count === 1 ? "One movement has" : many} no payment. We do not guess: a person looks at each.`;
}

type FiltersProps = { counts: Movements["counts"]; choices: MovementChoices; filter: MovementsFilter };

function Filters({ counts, choices, filter }: FiltersProps) {
  const rest = without(filter, "kind");
  const tabs = MOVEMENT_TABS.map(({ kind, words }) => ({
    words,
    href: movementsPath({ ...rest, kind }),
    isHere: filter.kind === kind,
    count: counts[kind],
  }));
  const all = {
    words: "All",
    href: movementsPath(rest),
    isHere: filter.kind === undefined,
    count: totalOf(counts),
  };
  const accounts = choices.accounts.map(({ id, bankName, number }) => ({ value: id, words: `${bankName}, ${number}` }));
  return (
    <>
      <FilterTabs label="Which movements" tabs={[all, ...tabs]} />
      <FilterBar>
        <SpanChips
          time="Booked"
          filter={filter}
          currencies={choices.currencies}
          pathOf={(span) => movementsPath({ ...without(filter, ...SPAN_NAMES), ...span })}
        />
        {accounts.length > 1 || filter.accountId ? (
          <ChoiceChip
            name="Account"
            label="Accounts"
            chosen={filter.accountId}
            choices={accounts}
            off={movementsPath(without(filter, "accountId"))}
            hrefOf={(accountId) => movementsPath({ ...filter, accountId })}
          />
        ) : null}
      </FilterBar>
    </>
  );
}

/** What is true, and what taking each part of the filter away would give. */
function NoMovement({ filter }: { filter: MovementsFilter }) {
  const trpc = useTRPC();
  const merchantId = useMerchantId();
  const test = useMode() === "test";
  const parts = setMovementParts(filter);
  const others = useQueries({
    queries: parts.map(({ rest }) => trpc.movements.list.queryOptions({ merchantId, test, ...rest })),
  });
  if (parts.length === 0) {
    return (
      <section className={ui.empty}>
        <h2>No movement yet</h2>
        <p>
          We read the statements of the accounts that your payments arrive on, and match each movement to its payment.
          The first stands here soon after the bank has booked it.
        </p>
      </section>
    );
  }
  const found = (index: number, rest: MovementsFilter) => {
    const counts = others[index]?.data?.counts;
    return counts ? totalOf(counts, rest.kind) : null;
  };
  const only = parts.length === 1 && filter.kind === "unplaced";
  return (
    <NothingFits
      title={only ? "Nothing without a payment" : "No movement fits"}
      lead={
        only
          ? "Each movement was matched, is none of a payment, or was set aside by a person."
          : "Nothing was booked that is all of this at once. Leave one thing away:"
      }
      parts={parts.map(({ words, rest }, index) => ({ words, href: movementsPath(rest), count: found(index, rest) }))}
    />
  );
}
