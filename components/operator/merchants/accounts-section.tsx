import { useState } from "react";
import { Button } from "../../ui/button";
import { Section } from "../../ui/heading";
import { ConfirmDialog, FormDrawer } from "../../ui/layers/layers";
import { MoreMenu } from "../../ui/layers/menu";
import type { MenuItem } from "../../ui/layers/menu-layer";
import { useNamedRow, useOpenLayer } from "../../ui/layers/open-layer";
import { Bank, TestTag } from "../../ui/parts";
import { type Outputs, useMay, useServedQuery, useTRPC } from "../../ui/queries";
import { QueryFailure } from "../../ui/query-failure";
import { type Column, SubLine, Table } from "../../ui/table";
import ui from "../../ui/ui.module.css";
import s from "../frame/operator.module.css";
import { useOperatorAction } from "../frame/use-operator-action";
import { AddAccount } from "./add-account";
import { RoleFields, rolesOf } from "./role-fields";

type Accounts = Outputs["platform"]["accounts"]["list"];
type Account = Accounts[number];
type Act = "roles" | "close";

/** The bank accounts of a merchant that receive its money, each with its role. */
export function AccountsSection({ merchantId, first }: { merchantId: string; first: Accounts }) {
  const trpc = useTRPC();
  const may = useMay();
  const { open, value, show, close } = useOpenLayer("account", "roles");
  const [closing, setClosing] = useState<Account | null>(null);
  const list = useServedQuery(trpc.platform.accounts.list, { merchantId }, first);
  const named = useNamedRow(value, list.data, ({ id }) => id);
  const mayAdd = may("platform.accounts.add");
  return (
    <>
      <Section title="Accounts" first>
        {mayAdd ? (
          <Button slim onClick={() => show("account")}>
            Add account
          </Button>
        ) : null}
      </Section>
      <QueryFailure what="The list" query={list} />
      {list.data.length === 0 ? (
        <p className={s.text}>
          No accounts yet. Live payments need an account that receives their currency; test payments use a simulated
          one.
        </p>
      ) : (
        <AccountTable
          accounts={list.data}
          onAct={(act, account) => (act === "close" ? setClosing(account) : show(act, account.id))}
        />
      )}
      {open === "account" && mayAdd ? <AddAccount merchantId={merchantId} onClose={close} /> : null}
      {open === "roles" && named && may("platform.accounts.setRoles") ? (
        <SetRoles account={named} onClose={close} />
      ) : null}
      {closing ? <CloseAccount account={closing} onClose={() => setClosing(null)} /> : null}
    </>
  );
}

type OnAct = (act: Act, account: Account) => void;

function AccountTable({ accounts, onAct }: { accounts: Accounts; onAct: OnAct }) {
  const columns: Column<Account>[] = [
    {
      head: "Account",
      phone: "title",
      title: ({ bankName, number }) => `${bankName} ${number}`,
      cell: ({ bankName, number, simulated }) => (
        <>
          <span className={s.account}>
            <Bank name={bankName} />
            {simulated ? <TestTag /> : null}
          </span>
          <SubLine>
            <code>{number}</code>
          </SubLine>
        </>
      ),
    },
    { head: "Currency", width: "4.5rem", phone: "end", cell: ({ currency }) => currency },
    {
      head: "Roles",
      width: "11rem",
      phone: "line",
      title: ({ roles }) => roles.join(", "),
      cell: (account) =>
        account.closedAt ? (
          <span className={ui.dim}>closed</span>
        ) : (
          <>
            {account.roles.join(", ")}
            <SubLine>{formatAccess(account)}</SubLine>
          </>
        ),
    },
    {
      head: "Actions",
      headHidden: true,
      width: "4rem",
      phone: "lineEnd",
      cell: (account) => (account.closedAt ? null : <AccountActs account={account} onAct={onAct} />),
    },
  ];
  return (
    <Table
      caption="Bank accounts, closed ones last"
      columns={columns}
      rows={accounts}
      keyOf={({ id }) => id}
      isTwoLined
    />
  );
}

function AccountActs({ account, onAct }: { account: Account; onAct: OnAct }) {
  const may = useMay();
  const items: MenuItem[] = [];
  if (may("platform.accounts.setRoles"))
    items.push({ words: "Change roles", icon: "edit", onChoose: () => onAct("roles", account) });
  if (may("platform.accounts.close"))
    items.push({ words: "Close account", icon: "x", danger: true, onChoose: () => onAct("close", account) });
  if (items.length === 0) return null;
  return <MoreMenu look="plain" label={`Change ${account.bankName} ${account.number.slice(-4)}`} items={items} />;
}

/** A short label of how an open account can be read. */
function formatAccess({ access }: Account): string {
  if (access.kind === "not-connected") return "not connected";
  if (access.kind === "corporate") return "access by agreement";
  if (access.kind === "none") return "no access";
  if (access.kind === "over") return access.state === "revoked" ? "access revoked" : "access expired";
  const until = access.kind === "valid" ? access.validUntil : null;
  return until ? `access until ${until.slice(0, 10)}` : "access without expiry";
}

function CloseAccount({ account, onClose }: { account: Account; onClose: () => void }) {
  const trpc = useTRPC();
  const close = useOperatorAction(trpc.platform.accounts.close, {
    unchanged: "The account is still open.",
    onDone: onClose,
  });
  return (
    <ConfirmDialog
      title={`Close ${account.bankName} ${account.number.slice(-4)}?`}
      action="Close account"
      act={close}
      onConfirm={() => close.run({ id: account.id })}
      onCancel={onClose}
    >
      New payments no longer use it, and its statements are no longer fetched. Payments already started still arrive on
      it. You can add it again later.
    </ConfirmDialog>
  );
}

/** The form that changes the roles of an account. */
function SetRoles({ account, onClose }: { account: Account; onClose: () => void }) {
  const trpc = useTRPC();
  const set = useOperatorAction(trpc.platform.accounts.setRoles, {
    unchanged: "Nothing was changed.",
    fields: ["roles"],
    onDone: onClose,
  });
  return (
    <FormDrawer
      title={`${account.bankName} ${account.number.slice(-4)}`}
      onClose={onClose}
      action="Save roles"
      act={set}
      onSubmit={(form) => set.run({ id: account.id, roles: rolesOf(form) })}
    >
      <RoleFields before={account.roles} error={set.errors["roles"]} />
    </FormDrawer>
  );
}
