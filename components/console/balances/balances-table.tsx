"use client";

import { Fragment } from "react";
import { Button } from "../../ui/button";
import { Bank, Money, Note, Status, TestTag } from "../../ui/parts";
import table from "../../ui/table.module.css";
import { Time } from "../../ui/time/time";
import ui from "../../ui/ui.module.css";
import { failureOf } from "../frame/queries";
import { type Account, formatBalanceReason, formatRole, type Reading } from "./balance-labels";
import s from "./balances.module.css";
import { RenewAccess } from "./renew-access";

/** The balance request of one account. */
type BalanceRequest = { data: Reading | undefined; isFetching: boolean; error: unknown };
type May = { renew: boolean; remove: boolean };

type TableProps = { accounts: Account[]; readings: BalanceRequest[]; may: May; onRemove: (accountId: string) => void };

/** The accounts by role. Each balance appears once its bank has responded. */
export function BalancesTable({ accounts, readings, may, onRemove }: TableProps) {
  const first = readings.findIndex(({ data }, at) => {
    const access = accounts[at]?.access;
    return data?.reason ? formatBalanceReason(data.reason).renew : access?.kind === "valid" && access.endsSoon;
  });
  return (
    <div className={table.wrap}>
      <table className={table.table}>
        <caption className={ui.hidden}>Accounts by role, currency and bank</caption>
        <colgroup>
          <col />
          <col style={{ width: "9rem" }} />
          <col style={{ width: "10rem" }} />
          <col style={{ width: "11rem" }} />
          <col style={{ width: "12rem" }} />
        </colgroup>
        <thead>
          <tr>
            <th scope="col">Account</th>
            <th scope="col">Number</th>
            <th scope="col" data-num="">
              Balance
            </th>
            <th scope="col">Status</th>
            <th scope="col">Access</th>
          </tr>
        </thead>
        <tbody>
          {accounts.map((account, at) => {
            const role = account.roles[0] ?? "";
            const request = readings[at];
            return (
              <Fragment key={account.id}>
                {role === accounts[at - 1]?.roles[0] ? null : <RoleRow role={role} />}
                {request ? <AccountRow {...{ account, request, may, onRemove }} isFirst={at === first} /> : null}
              </Fragment>
            );
          })}
        </tbody>
      </table>
    </div>
  );
}

function RoleRow({ role }: { role: string }) {
  return (
    <tr className={table.group}>
      <td colSpan={5}>
        <b>{formatRole(role)} accounts</b>
      </td>
    </tr>
  );
}

type RowProps = {
  account: Account;
  request: BalanceRequest;
  may: May;
  /** The first row that can be fixed: a page has one primary button. */
  isFirst: boolean;
  onRemove: (accountId: string) => void;
};

function AccountRow({ account, request, may, isFirst, onRemove }: RowProps) {
  const { bankName, number, roles, simulated } = account;
  const others = roles.slice(1).map((role) => formatRole(role).toLowerCase());
  return (
    <>
      <tr aria-busy={request.isFetching}>
        <td data-on="a">
          <span className={s.who}>
            <Bank name={bankName} />
            {simulated ? <TestTag /> : null}
            {others.length === 0 ? null : <span className={s.also}>also {others.join(", ")}</span>}
          </span>
        </td>
        <td data-on="c" className={ui.muted}>
          <code>{number}</code>
        </td>
        <td data-num="" data-on="b">
          <Balance currency={account.currency} request={request} />
        </td>
        <td data-on="d">
          <State request={request} />
        </td>
        <td data-on="e">
          <AccessCell account={account} may={may} onRemove={onRemove} />
        </td>
      </tr>
      <WhyRow account={account} request={request} may={may} isFirst={isFirst} />
    </>
  );
}

function Balance({ currency, request }: { currency: string; request: BalanceRequest }) {
  const balance = request.data?.balance;
  if (balance !== undefined && balance !== null) {
    return (
      <span className={request.isFetching ? s.asking : undefined}>
        <Money decimal={balance} currency={currency} />
      </span>
    );
  }
  const known =
    request.data || request.error ? (
      <span className={ui.dim}>Unknown</span>
    ) : (
      <span className={ui.skeleton} style={{ width: "5rem" }} />
    );
  return (
    <span className={ui.dim}>
      {known} <span className={`${ui.money} ${ui.currency}`}>{currency}</span>
    </span>
  );
}

function State({ request: { data, isFetching, error } }: { request: BalanceRequest }) {
  if (isFetching)
    return (
      <Status tone="mute" glyph="half">
        Updating
      </Status>
    );
  if (!data || error || data.balance === null)
    return (
      <Status tone="warn" glyph="late">
        Unknown
      </Status>
    );
  return (
    <Status tone="good" glyph="done">
      Up to date{" "}
      <span className={s.updated}>
        <Time at={data.askedAt} as="seconds" />
      </span>
    </Status>
  );
}

function AccessCell({ account, may, onRemove }: Omit<RowProps, "request" | "isFirst">) {
  const { access, id, number } = account;
  return (
    <span className={s.access}>
      <span className={ui.muted}>
        <AccessWords access={access} />
      </span>
      {access.kind === "valid" && may.remove ? (
        <Button slim onClick={() => onRemove(id)} aria-label={`Remove access to ${account.bankName} ${number}`}>
          Remove
        </Button>
      ) : null}
    </span>
  );
}

function AccessWords({ access }: { access: Account["access"] }) {
  switch (access.kind) {
    case "corporate":
      return "No expiry";
    case "not-connected":
      return "Not connected";
    case "none":
      return "Not given yet";
    case "over":
      return (
        <>
          {access.state === "revoked" ? "Removed" : "Ended"}{" "}
          {access.endedAt ? <Time at={access.endedAt} as="day" /> : null}
        </>
      );
    default:
      if (access.validUntil === null) return "No expiry";
      return (
        <>
          Until <Time at={access.validUntil} as="date" />
        </>
      );
  }
}

/** Under an account with an unknown balance, or a consent that ends soon: why, and what to do. */
function WhyRow({ account, request: { data, error, isFetching }, may, isFirst }: Omit<RowProps, "onRemove">) {
  const { access } = account;
  const isUnknown = Boolean(error) || data?.balance === null;
  const endsAt = access.kind === "valid" && access.endsSoon ? access.validUntil : null;
  if (!isUnknown && (endsAt === null || !data)) return null;
  const reason = data?.reason && !error ? formatBalanceReason(data.reason) : null;
  const canFix = isUnknown ? reason?.renew === true : true;
  const action =
    canFix && may.renew && !isFetching ? <RenewAccess account={account} look={isFirst ? "primary" : "plain"} /> : null;
  return (
    <tr className={table.why}>
      <td colSpan={5}>
        <Note tone="warn" action={action}>
          {isUnknown ? (
            <>
              <b>Unknown is not zero.</b> {reason ? `${reason.why} ${reason.todo}` : failureOf(error).message}
            </>
          ) : (
            <>
              <b>
                The consent ends on <Time at={endsAt ?? ""} as="date" />.
              </b>{" "}
              From then on the balance is unknown. Renew it now; you approve it at your bank.
            </>
          )}
          {canFix && !may.renew ? " Your role can't do that; ask an owner." : ""}
        </Note>
      </td>
    </tr>
  );
}
