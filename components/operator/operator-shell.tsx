import type { ReactNode } from "react";
import type { ProcedurePath } from "@/server/access/permissions";
import { PLATFORM_AUDIT_PATH } from "../console/audit-filter";
import { CommandMenu } from "../console/command-menu";
import { Frame } from "../console/frame";
import { Mark } from "../console/icons";
import { Keyboard } from "../console/keyboard";
import type { PlaceGroup } from "../console/places";
import { Places } from "../console/rail-links";
import s from "../console/shell.module.css";
import { Toasts } from "../console/toasts";
import { UserMenu } from "../console/user-menu";

const MAILS = { href: "/operator/mails", name: "Mails", icon: "events" } as const;
const AUDIT = { href: PLATFORM_AUDIT_PATH, name: "Audit log", icon: "audit" } as const;
/** Places that not everybody of the platform has, and the call that opens each. */
const NEEDS = new Map<object, ProcedurePath>([
  [MAILS, "platform.system.mails"],
  [AUDIT, "platform.audit.list"],
]);

const GROUPS: PlaceGroup[] = [
  {
    name: null,
    places: [
      { href: "/operator", name: "System", icon: "server", letter: "S" },
      { href: "/operator/to-look-at", name: "To look at", icon: "flag", letter: "A" },
    ],
  },
  {
    name: "Who",
    places: [
      { href: "/operator/merchants", name: "Merchants", icon: "payments", letter: "M" },
      { href: "/operator/names", name: "Names", icon: "check", letter: "N" },
      { href: "/operator/usage", name: "Usage", icon: "overview", letter: "L" },
      { href: "/operator/partners", name: "Partners", icon: "team", letter: "P" },
      { href: "/operator/people", name: "People", icon: "user", letter: "U" },
      AUDIT,
    ],
  },
  {
    name: "Banks and mail",
    places: [{ href: "/operator/banks", name: "Banks", icon: "bank", letter: "B" }, MAILS],
  },
];

type OperatorShellProps = {
  user: { name: string; email: string };
  /** The calls that the user may make: a page that would not open is not offered. */
  may: readonly string[];
  children: ReactNode;
};

/** The frame of the operator's section: the Console's, with places of its own. */
export function OperatorShell({ user, may, children }: OperatorShellProps) {
  const groups = GROUPS.map(({ name, places }) => ({
    name,
    places: places.filter((place) => may.includes(NEEDS.get(place) ?? "platform.system.read")),
  }));
  return (
    <Frame
      name="Operator"
      bands={[]}
      head={
        <div className={s.merchant}>
          <Mark size={26} />
          <span className={s.who}>
            <b>Operator</b>
            <small>The whole installation</small>
          </span>
        </div>
      }
      rail={<Places groups={groups} />}
      groups={groups}
      search={
        <>
          <CommandMenu groups={groups} section="operator" />
          <Keyboard groups={groups} />
          <Toasts />
        </>
      }
      foot={<UserMenu user={user} elsewhere={[{ href: "/console", name: "Console" }]} />}
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
