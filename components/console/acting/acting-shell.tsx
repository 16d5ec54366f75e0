import type { ReactNode } from "react";
import { partnerAuditPath } from "../audit/audit-filter";
import { Frame, FrameHead } from "../frame/frame";
import type { NavGroup, NavItem } from "../frame/nav-items";
import { NavItems } from "../frame/rail-links";
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
        <FrameHead name={partners[0]?.name ?? "Operator"} of={partners.length > 0 ? "Partner" : "This installation"} />
      }
      rail={<NavItems groups={groups} />}
      groups={groups}
      foot={<UserMenu user={user} elsewhere={isOperator ? [{ href: "/operator", name: "Operator" }] : []} />}
    >
      {children}
    </Frame>
  );
}
