import { Button } from "../../ui/button";
import { Bank, Money, None, Note, Status } from "../../ui/parts";
import { failureOf } from "../../ui/queries";
import { type Column, SubLine, Table } from "../../ui/table";
import { Time } from "../../ui/time/time";
import ui from "../../ui/ui.module.css";
import { AccessText, isDate } from "./access-text";
import { type Account, BALANCE_REASONS, formatRole, isOutdated, type Reading } from "./balance-labels";
import s from "./balances.module.css";
import { RenewAccess } from "./renew-access";

/** The balance request of one account. */
type BalanceRequest = { data: Reading | undefined; isFetching: boolean; error: unknown };
type Row = { account: Account; request: BalanceRequest };
type May = { renew: boolean; remove: boolean };

type TableProps = {
  accounts: Account[];
  readings: BalanceRequest[];
  /** By account; null: unknown. */
  received: ReadonlyMap<string, string | null>;
  may: May;
  onRemove: (accountId: string) => void;
};

/** The accounts by role. Each balance appears once its bank has responded. */
export function BalancesTable({ accounts, readings, received, may, onRemove }: TableProps) {
  const rows = accounts.flatMap((account, at) => {
    const request = readings[at];
    return request ? [{ account, request }] : [];
  });
  // A page has one primary button.
  const first = rows.find((row) => {
    const [reason, { access }] = [knownReason(row), row.account];
    return reason ? BALANCE_REASONS[reason].renew : access.kind === "valid" && access.endsSoon;
  });
  const columns: Column<Row>[] = [
    { head: "Account", phone: "title", cell: Name },
    {
      head: "Balance",
      width: "10rem",
      phone: "end",
      kind: "money",
      cell: ({ account, request }) => <Balance currency={account.currency} request={request} />,
    },
    {
      head: "Received today",
      width: "10rem",
      phone: "below",
      kind: "money",
      className: s.received,
      cell: ({ account }) => (
        <>
          <span className={ui.muted} data-phone="">
            Received today{" "}
          </span>
          <Received currency={account.currency} decimal={received.get(account.id)} />
        </>
      ),
    },
    {
      head: "Status",
      width: "11rem",
      phone: "lineEnd",
      className: s.state,
      cell: ({ request }) => <State request={request} />,
    },
    {
      head: "Access",
      width: "12rem",
      phone: "line",
      cell: ({ account }) => <AccessCell account={account} may={may} onRemove={onRemove} />,
    },
  ];
  return (
    <Table
      isTwoLined
      caption="Accounts by role, currency and bank"
      columns={columns}
      rows={rows}
      keyOf={({ account }) => account.id}
      rowProps={({ request }) => ({ "aria-busy": request.isFetching })}
      group={({ account }, before) => {
        const role = account.roles[0] ?? "";
        return role === before?.account.roles[0] ? null : `${formatRole(role)} accounts`;
      }}
      under={(row) => whyOf(row, may, row === first)}
    />
  );
}

function Name({ account: { bankName, number, roles } }: Row) {
  const others = roles.slice(1).map((role) => formatRole(role).toLowerCase());
  return (
    <>
      <span className={s.who}>
        <Bank name={bankName} />
        {others.length === 0 ? null : <span className={s.also}>also {others.join(", ")}</span>}
      </span>
      <SubLine>
        <code>{number}</code>
      </SubLine>
    </>
  );
}

type AccessProps = { account: Account; may: May; onRemove: (accountId: string) => void };

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

/** Undefined: the account receives no payments, or it is not known yet. */
function Received({ currency, decimal }: { currency: string; decimal: string | null | undefined }) {
  if (decimal === null) return <span className={ui.dim}>Unknown</span>;
  if (decimal === undefined || Number(decimal) === 0) return <None />;
  return <Money decimal={decimal} currency={currency} />;
}

/** Each with a key: a state that replaces another one does not move it. */
function State({ request }: { request: BalanceRequest }) {
  const { data, isFetching, error } = request;
  if (isFetching)
    return (
      <Status key="updating" tone="mute" glyph="half">
        Updating
      </Status>
    );
  if (!data || error || data.balance === null)
    return (
      <Status key="unknown" tone="warn" glyph="late">
        {isOutdated(request) ? "Not updated" : "Unknown"}
      </Status>
    );
  return (
    <Status key="known" tone="good" glyph="done">
      Up to date{" "}
      <span className={s.updated}>
        <Time at={data.fetchedAt} as="seconds" />
      </span>
    </Status>
  );
}

function AccessCell({ account, may, onRemove }: AccessProps) {
  const { access, id, number } = account;
  return (
    <span className={s.access}>
      <span className={ui.muted}>
        <AccessText access={access} />
      </span>
      {access.kind === "valid" && may.remove ? (
        <Button slim onClick={() => onRemove(id)} aria-label={`Remove access to ${account.bankName} ${number}`}>
          Remove
        </Button>
      ) : null}
    </span>
  );
}

/** Why the balance is unknown, also before the bank has answered: a line that comes later would move the others. */
function knownReason({ account: { access }, request: { data, error } }: Row): Reading["reason"] {
  if (data && !error) return data.reason;
  if (access.kind === "none") return "no-consent";
  if (access.kind === "not-connected") return access.kind;
  return access.kind === "over" ? `consent-${access.state}` : null;
}

/** Under an account with an unknown balance, or a consent that ends soon: why, and what to do. */
function whyOf(row: Row, may: May, isFirst: boolean) {
  const { account, request } = row;
  const { data, error, isFetching } = request;
  const { access } = account;
  const known = knownReason(row);
  const isUnknown = Boolean(error) || data?.balance === null || known !== null;
  const endsAt = access.kind === "valid" && access.endsSoon ? access.validUntil : null;
  if (!isUnknown && endsAt === null) return null;
  const reason = known && BALANCE_REASONS[known];
  const canFix = isUnknown ? reason?.renew === true : true;
  const action =
    canFix && may.renew && (!isFetching || !data) ? (
      <RenewAccess account={account} look={isFirst ? "primary" : "plain"} />
    ) : null;
  return (
    <Note tone="warn" action={action}>
      {isUnknown ? (
        <>
          <b>
            {data && isOutdated(request) ? (
              <>
                Last known <Time at={data.fetchedAt} />
              </>
            ) : (
              "Unknown is not zero"
            )}
            .
          </b>{" "}
          {reason ? `${reason.why} ${reason.todo}` : failureOf(error).message}
        </>
      ) : (
        <>
          <b>
            The consent ends on <Time at={endsAt ?? ""} as="date" isDate={isDate(endsAt ?? "")} />.
          </b>{" "}
          From then on the balance is unknown. Renew it now; you approve it at your bank.
        </>
      )}
      {canFix && !may.renew ? " Your role can’t do that; ask an owner." : ""}
    </Note>
  );
}
