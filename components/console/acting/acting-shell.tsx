import type { ReactNode } from "react";
import { Mark } from "../../ui/icons";
import { partnerAuditPath } from "../audit/audit-filter";
import { Frame } from "../frame/frame";
import type { NavGroup, NavItem } from "../frame/nav-items";
import { NavItems } from "../frame/rail-links";
import s from "../frame/shell.module.css";
import { UserMenu } from "../frame/user-menu";

type ActingShellProps = {
  user: { name: string; email: string };
  isOperator: boolean;
  partners: { id: string; name: string; mayReadAudit: boolean }[];
  children: ReactNode;
};

/** The frame of the pages for partners and operators before they choose a merchant. */
export function ActingShell({ user, isOperator, partners, children }: ActingShellProps) {
  const isOne = partners.length === 1;
  const teams = partners.flatMap(({ id, name, mayReadAudit }): NavItem[] => [
    { href: `/acting/team/${id}`, name: isOne ? "Team" : `Team of ${name}`, icon: "team" },
    ...(mayReadAudit
      ? [{ href: partnerAuditPath(id), name: isOne ? "Audit log" : `Audit log of ${name}`, icon: "audit" as const }]
      : []),
  ]);
  const groups: NavGroup[] = [
    { name: null, items: [{ href: "/acting", name: "Merchants", icon: "payments" }, ...teams] },
  ];
  return (
    <Frame
      name="Merchants"
      bands={[]}
      head={
        <div className={s.merchant}>
          <Mark size={26} />
          <span className={s.who}>
            <b>{partners[0]?.name ?? "Operator"}</b>
            <small>{partners.length > 0 ? "Partner" : "This installation"}</small>
          </span>
        </div>
      }
      rail={<NavItems groups={groups} />}
      groups={groups}
      foot={<UserMenu user={user} elsewhere={isOperator ? [{ href: "/operator", name: "Operator" }] : []} />}
      bar={
        <a className={s.docs} href="/docs">
          Docs
        </a>
      }
    >
      {children}
    </Frame>
  );
}
