"use client";

import { Fragment } from "react";
import s from "./balances.module.css";
import { type Account, type Reading, reasonWords, roleWords } from "./balances-words";
import { Bank, Money, Note, Status, TestTag } from "./parts";
import { failureOf } from "./queries";
import { RenewAccess } from "./renew-access";
import table from "./table.module.css";
import { Time } from "./time";
import ui from "./ui.module.css";

/** One account's question to its bank, as far as it has come. */
type Asked = { data: Reading | undefined; isFetching: boolean; error: unknown };
type May = { renew: boolean; remove: boolean };

type TableProps = { accounts: Account[]; readings: Asked[]; may: May; onRemove: (accountId: string) => void };

/** The accounts by what they are for. Each row is there at once, and its balance as soon as its own bank has answered. */
export function BalancesTable({ accounts, readings, may, onRemove }: TableProps) {
  const first = readings.findIndex(({ data }, at) => {
    const access = accounts[at]?.access;
    return data?.reason ? reasonWords(data.reason).renew : access?.kind === "valid" && access.endsSoon;
  });
  return (
    <div className={table.wrap}>
      <table className={table.table}>
        <caption className={ui.hidden}>Accounts by what they are for, by currency and bank</caption>
        <colgroup>
          <col />
          <col style={{ width: "9rem" }} />
          <col style={{ width: "10rem" }} />
          <col style={{ width: "9rem" }} />
          <col style={{ width: "14rem" }} />
        </colgroup>
        <thead>
          <tr>
            <th scope="col">Account</th>
            <th scope="col">Number</th>
            <th scope="col" data-num="">
              Balance
            </th>
            <th scope="col">State</th>
            <th scope="col">Access</th>
          </tr>
        </thead>
        <tbody>
          {accounts.map((account, at) => {
            const role = account.roles[0] ?? "";
            const asked = readings[at];
            return (
              <Fragment key={account.id}>
                {role === accounts[at - 1]?.roles[0] ? null : <RoleRow role={role} />}
                {asked ? <AccountRow {...{ account, asked, may, onRemove }} isFirst={at === first} /> : null}
              </Fragment>
            );
          })}
        </tbody>
      </table>
    </div>
  );
}

function RoleRow({ role }: { role: string }) {
  const { name, says } = roleWords(role);
  return (
    <tr className={table.group}>
      <td colSpan={5}>
        <b>{name}</b>
        {says === null ? "" : ` · ${says}`}
      </td>
    </tr>
  );
}

type RowProps = {
  account: Account;
  asked: Asked;
  may: May;
  /** The first that can be mended: a page has one primary button. */
  isFirst: boolean;
  onRemove: (accountId: string) => void;
};

function AccountRow({ account, asked, may, isFirst, onRemove }: RowProps) {
  const { bankName, number, roles, simulated } = account;
  const others = roles.slice(1).map((role) => roleWords(role).name.toLowerCase());
  return (
    <>
      <tr aria-busy={asked.isFetching}>
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
          <Balance currency={account.currency} asked={asked} />
        </td>
        <td data-on="d">
          <State asked={asked} />
        </td>
        <td data-on="e">
          <AccessCell account={account} may={may} onRemove={onRemove} />
        </td>
      </tr>
      <WhyRow account={account} asked={asked} may={may} isFirst={isFirst} />
    </>
  );
}

function Balance({ currency, asked }: { currency: string; asked: Asked }) {
  const balance = asked.data?.balance;
  if (balance !== undefined && balance !== null) {
    return (
      <span className={asked.isFetching ? s.asking : undefined}>
        <Money decimal={balance} currency={currency} />
      </span>
    );
  }
  const known =
    asked.data || asked.error ? (
      <span className={ui.dim}>not known</span>
    ) : (
      <span className={ui.skeleton} style={{ width: "5rem" }} />
    );
  return (
    <span className={ui.dim}>
      {known} <span className={`${ui.money} ${ui.currency}`}>{currency}</span>
    </span>
  );
}

function State({ asked: { data, isFetching, error } }: { asked: Asked }) {
  if (isFetching)
    return (
      <Status tone="mute" glyph="half">
        Asking
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
      Live{" "}
      <span className={s.asked}>
        <Time at={data.askedAt} as="seconds" />
      </span>
    </Status>
  );
}

function AccessCell({ account, may, onRemove }: Omit<RowProps, "asked" | "isFirst">) {
  const { access, id, number } = account;
  return (
    <span className={s.access}>
      <span className={ui.muted}>
        <AccessWords access={access} />
      </span>
      {access.kind === "valid" && may.remove ? (
        <button
          className={`${ui.button} ${ui.slim}`}
          type="button"
          onClick={() => onRemove(id)}
          aria-label={`Remove access to ${account.bankName} ${number}`}
        >
          Remove
        </button>
      ) : null}
    </span>
  );
}

function AccessWords({ access }: { access: Account["access"] }) {
  switch (access.kind) {
    case "corporate":
      return "By agreement";
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
      if (access.validUntil === null) return "No end";
      return (
        <>
          Until <Time at={access.validUntil} as="date" />
        </>
      );
  }
}

/** Under an account whose balance is unknown, or is about to be: why, and the one thing to do. */
function WhyRow({ account, asked: { data, error, isFetching }, may, isFirst }: Omit<RowProps, "onRemove">) {
  const { access } = account;
  const isUnknown = Boolean(error) || data?.balance === null;
  const endsAt = access.kind === "valid" && access.endsSoon ? access.validUntil : null;
  if (!isUnknown && (endsAt === null || !data)) return null;
  const words = data?.reason && !error ? reasonWords(data.reason) : null;
  const canMend = isUnknown ? words?.renew === true : true;
  const action =
    canMend && may.renew && !isFetching ? <RenewAccess account={account} look={isFirst ? "primary" : "plain"} /> : null;
  return (
    <tr className={table.why}>
      <td colSpan={5}>
        <Note tone="warn" action={action}>
          {isUnknown ? (
            <>
              <b>Unknown is not zero.</b> {words ? `${words.why} ${words.todo}` : failureOf(error).message}
            </>
          ) : (
            <>
              <b>
                The access ends on <Time at={endsAt ?? ""} as="date" />.
              </b>{" "}
              From then on the balance is unknown. Renew it now, and the bank asks you to approve.
            </>
          )}
          {canMend && !may.renew ? " Your role does not allow that: ask an owner." : ""}
        </Note>
      </td>
    </tr>
  );
}
