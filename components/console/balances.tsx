"use client";

import { useQuery } from "@tanstack/react-query";
import { Fragment } from "react";
import { Heading } from "./heading";
import { Icon } from "./icons";
import { Money, Note, Status, TestTag } from "./parts";
import { type Outputs, useMerchantId, useTRPC } from "./queries";
import { QueryFailure } from "./query-failure";
import { TableSkeleton } from "./skeleton";
import s from "./table.module.css";
import { Time } from "./time";
import ui from "./ui.module.css";

type Account = Outputs["balances"]["list"]["accounts"][number];

const ROLES = [
  { role: "receiving", name: "Receiving", says: "paid by shoppers, not paid out yet" },
  { role: "settlement", name: "Settlement", says: "paid out to you" },
  { role: "refund", name: "Refund", says: "from which shoppers are paid back" },
];

const REASONS: Partial<Record<NonNullable<Account["reason"]>, string>> = {
  unavailable: "The bank did not answer within three seconds.",
  unknown: "The bank did not answer within three seconds.",
  "rate-limited": "The bank wants to be asked less often.",
  consent: "The bank does not let us read this account any more: the consent has ended.",
  auth: "The bank did not accept our credentials.",
  "not-connected": "This bank is not connected here.",
  "no-balance": "The bank gave no balance in the account’s currency.",
};

/** The merchant's accounts, asked of their banks when the page is opened, and again when one presses. */
export function BalancesPage() {
  const trpc = useTRPC();
  const merchantId = useMerchantId();
  const { data, isPending, isError, isFetching, error, refetch } = useQuery(
    trpc.balances.list.queryOptions({ merchantId }, { refetchOnWindowFocus: false }),
  );
  const unknown = data?.accounts.filter(({ balance }) => balance === null).length ?? 0;
  const lead = data ? (
    <>
      Asked of the banks at <Time at={data.askedAt} as="seconds" />.
      {unknown === 0
        ? ""
        : unknown === 1
          ? " One account could not be asked."
          : ` ${unknown} accounts could not be asked.`}
    </>
  ) : (
    "Asking the banks."
  );
  const again = (
    <button className={ui.button} type="button" onClick={() => refetch()} disabled={isFetching}>
      <Icon name="refresh" />
      {isFetching ? "Asking" : "Ask again"}
    </button>
  );
  return (
    <>
      <Heading title="Balances" lead={lead} action={again} />
      {isPending ? <TableSkeleton label="The banks are being asked" heads={["Account", "Balance", "State"]} /> : null}
      {isError ? <QueryFailure what="The balances" error={error} retry={() => refetch()} /> : null}
      {data ? <AccountTable accounts={data.accounts} /> : null}
    </>
  );
}

function AccountTable({ accounts }: { accounts: Account[] }) {
  if (accounts.length === 0) {
    return (
      <section className={ui.empty}>
        <h2>No account yet</h2>
        <p>The first payment in a currency opens the account that receives it. Then its balance stands here.</p>
      </section>
    );
  }
  return (
    <div className={s.wrap}>
      <table className={s.table}>
        <caption className={ui.hidden}>Accounts by what they are for</caption>
        <colgroup>
          <col />
          <col style={{ width: "14rem" }} />
          <col style={{ width: "12rem" }} />
        </colgroup>
        <thead>
          <tr>
            <th scope="col">Account</th>
            <th scope="col" data-num="">
              Balance
            </th>
            <th scope="col">State</th>
          </tr>
        </thead>
        <tbody>
          {ROLES.map(({ role, name, says }) => {
            const own = accounts.filter(({ roles }) => roles.includes(role));
            return own.length === 0 ? null : (
              <Fragment key={role}>
                <tr className={s.group}>
                  <td colSpan={3}>
                    <b>{name}</b> · {says}
                  </td>
                </tr>
                {own.map((account) => (
                  <AccountRow key={account.id} account={account} />
                ))}
              </Fragment>
            );
          })}
        </tbody>
      </table>
    </div>
  );
}

function AccountRow({ account }: { account: Account }) {
  const { currency, balance, reason, simulated } = account;
  const why = (reason && REASONS[reason]) ?? "The bank’s answer could not be used.";
  return (
    <>
      <tr>
        <td data-on="a">
          <code>{account.account}</code> {simulated ? <TestTag /> : null}
        </td>
        <td data-num="" data-on="b">
          {balance === null ? (
            <span className={ui.dim}>not known</span>
          ) : (
            <Money decimal={balance} currency={currency} />
          )}
        </td>
        <td data-on="d">
          {balance === null ? (
            <Status tone="warn" glyph="late">
              Unknown
            </Status>
          ) : (
            <Status tone="good" glyph="done">
              Live
            </Status>
          )}
        </td>
      </tr>
      {balance === null ? (
        <tr className={s.why}>
          <td colSpan={3}>
            <Note tone="warn">
              <b>Unknown is not zero.</b> {why} The account is in {currency}.
            </Note>
          </td>
        </tr>
      ) : null}
    </>
  );
}
