import type { ReactNode } from "react";
import type { ProcedurePath } from "@/server/identity/permissions/permissions";
import { PLATFORM_AUDIT_PATH } from "../../console/audit/audit-filter";
import { CommandMenu } from "../../console/frame/command-menu";
import { Frame, FrameHead } from "../../console/frame/frame";
import { Keyboard } from "../../console/frame/keyboard";
import type { NavGroup } from "../../console/frame/nav-items";
import { NavItems } from "../../console/frame/rail-links";
import { UserMenu } from "../../console/frame/user-menu";
import { Toasts } from "../../ui/layers/toasts";

const MAILS = { href: "/operator/mails", name: "E-mails", icon: "mail" } as const;
const AUDIT = { href: PLATFORM_AUDIT_PATH, name: "Audit log", icon: "audit" } as const;
/** Pages that need a further permission, and the call that grants it. */
const NEEDS = new Map<object, ProcedurePath>([
  [MAILS, "platform.system.mails"],
  [AUDIT, "platform.audit.list"],
]);

const GROUPS: NavGroup[] = [
  {
    name: null,
    items: [
      { href: "/operator", name: "System", icon: "server", letter: "S" },
      { href: "/operator/exceptions", name: "Exceptions", icon: "flag", letter: "A" },
    ],
  },
  {
    name: "Organisations and people",
    items: [
      { href: "/operator/merchants", name: "Merchants", icon: "payments", letter: "M" },
      { href: "/operator/names", name: "Name requests", icon: "check", letter: "N" },
      { href: "/operator/usage", name: "API usage", icon: "overview", letter: "L" },
      { href: "/operator/partners", name: "Partners", icon: "team", letter: "P" },
      { href: "/operator/people", name: "People", icon: "user", letter: "U" },
      AUDIT,
    ],
  },
  {
    name: "Banks and e-mail",
    items: [{ href: "/operator/banks", name: "Banks", icon: "bank", letter: "B" }, MAILS],
  },
];

type OperatorShellProps = {
  user: { name: string; email: string };
  /** The user's permissions; pages without permission are not listed. */
  may: readonly string[];
  children: ReactNode;
};

/** The frame of the operator's section. */
export function OperatorShell({ user, may, children }: OperatorShellProps) {
  const groups = GROUPS.map(({ name, items }) => ({
    name,
    items: items.filter((item) => may.includes(NEEDS.get(item) ?? "platform.system.read")),
  }));
  return (
    <Frame
      name="Operator"
      bands={[]}
      head={<FrameHead name="Operator" of="This installation" />}
      rail={<NavItems groups={groups} />}
      groups={groups}
      search={
        <>
          <CommandMenu groups={groups} section="operator" />
          <Keyboard groups={groups} />
          <Toasts />
        </>
      }
      foot={<UserMenu user={user} elsewhere={[{ href: "/console", name: "Console" }]} />}
    >
      {children}
    </Frame>
  );
}
