"use client";

import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { Select } from "../../ui/fields";
import { KeysetPages } from "../../ui/filter/filter-list";
import { Heading, Section } from "../../ui/heading";
import { Link } from "../../ui/link";
import { EmptyState } from "../../ui/parts";
import { useConsole, useMay } from "../../ui/queries";
import { QueryFailure } from "../../ui/query-failure";
import { Time } from "../../ui/time/time";
import ui from "../../ui/ui.module.css";
import { BalancesTabs } from "../balances/balances-tabs";
import { NotificationSwitch } from "../notifications/notification-switch";
import { type Reports, type ReportsQuery, reportsPath } from "./report-labels";
import { ReportsTable } from "./reports-table";

/** The monthly reports of one account. */
export function ReportsPage({ first, query }: { first: Reports; query: ReportsQuery }) {
  const { trpc, merchantId, test } = useConsole();
  const options = trpc.reports.list.queryOptions({ merchantId, test, ...query }, { initialData: first });
  const { data, isError, error, refetch } = useQuery({ ...options, placeholderData: keepPreviousData });
  const { accounts, account, reports, newer, older } = data;
  const at = (until: string) => reportsPath({ ...(account ? { accountId: account.id } : {}), until });
  return (
    <>
      <Heading title="Reports" lead="Statements for your accountant, by month and by account." />
      <BalancesTabs here="Reports" />
      <QueryFailure what="The reports" query={{ isError, error, refetch }} />
      {account === null ? null : (
        <Section title="Monthly reports" first>
          <AccountChoice accounts={accounts} accountId={account.id} />
        </Section>
      )}
      {account === null || reports.length === 0 ? (
        <NoReport />
      ) : (
        <>
          <ReportsTable
            caption={`Monthly reports of ${account.bankName}, ${account.number}`}
            reports={reports}
            accountId={account.id}
          />
          <KeysetPages order="Newest first" newer={newer && at(newer)} older={older && at(older)} />
          <Notes account={account} />
        </>
      )}
      <ByMail />
    </>
  );
}

function NoReport() {
  return (
    <EmptyState title="No report yet">
      The first report appears after the bank’s first statement of a receiving account.
    </EmptyState>
  );
}

type AccountChoiceProps = { accounts: Reports["accounts"]; accountId: string };

function AccountChoice({ accounts, accountId }: AccountChoiceProps) {
  const router = useRouter();
  return (
    <Select
      aria-label="Account"
      value={accountId}
      onChange={({ target }) => router.push(reportsPath({ accountId: target.value }))}
    >
      {accounts.map(({ id, bankName, number, currency }) => (
        <option key={id} value={id}>
          {bankName}, {number}, {currency}
        </option>
      ))}
    </Select>
  );
}

function Notes({ account: { coveredFrom, readAt, closedAt } }: { account: NonNullable<Reports["account"]> }) {
  return (
    <>
      <p className={ui.muted}>
        Opening + payments + returned + other = closing. Months begin and end at midnight UTC, by booking time. Other:
        own transfers, fees, unmatched and dismissed transactions.
      </p>
      <p className={ui.muted}>
        {coveredFrom === null ? null : (
          <>
            Complete statements since <Time at={coveredFrom} as="date" />.{" "}
          </>
        )}
        {readAt === null ? null : (
          <>
            Last fetched <Time at={readAt} />.{" "}
          </>
        )}
        {closedAt === null ? null : (
          <>
            Account closed on <Time at={closedAt} as="date" />.{" "}
          </>
        )}
        A month is provisional until its statement is fetched on the fourth day of the next month: banks book late. A
        camt.053 is the statement of a whole month with both balances, from then on.
      </p>
    </>
  );
}

/** The mail of each month, for people with a role: a visitor of a demo has none. */
function ByMail() {
  const { trpc, merchantId } = useConsole();
  const may = useMay();
  const { data } = useQuery(
    trpc.notifications.list.queryOptions({ merchantId }, { enabled: may("notifications.list") }),
  );
  const preference = data?.find(({ kind }) => kind === "monthly_report");
  if (!preference) return null;
  return (
    <>
      <Section title="Sent by e-mail" />
      <NotificationSwitch preference={preference}>E-mail me when the report of a month is ready</NotificationSwitch>
      <p className={ui.muted}>
        From the 4th of each month, once the statements of all accounts are fetched or a week later, with a link to this
        page. Not for test accounts. More in <Link href="/console/notifications">Notifications</Link>.
      </p>
    </>
  );
}
