import type { ReactNode } from "react";
import { Toasts } from "../../ui/layers/toasts";
import type { Outputs } from "../../ui/queries";
import { SetUpBar, type SetUpProps, SetUpUserMenu } from "../overview/set-up";
import { CommandMenu } from "./command-menu";
import { Frame } from "./frame";
import { Keyboard } from "./keyboard";
import { MerchantSwitch } from "./merchant-switch";
import { ModeSwitch, TestBand } from "./mode-switch";
import { navGroupsFor } from "./nav-items";
import { RailLinks } from "./rail-links";
import s from "./shell.module.css";
import { UserMenu } from "./user-menu";

type ShellProps = {
  user: { name: string; email: string };
  /** Whether the user has a role at the operator. */
  operator: boolean;
  /** The first page of merchants that the user may choose, and the current one. */
  merchants: Outputs["acting"]["merchants"];
  merchant: Outputs["acting"]["merchants"]["items"][number];
  mode: "live" | "test";
  hasLive: boolean;
  /** The procedures that the user may call here: they decide the navigation. */
  may: readonly string[];
  /** The band of a user of a partner or the operator who acts for this merchant; null: the merchant's own user. */
  acting: ReactNode | null;
  /** The webhook endpoints that fail. */
  failing: Outputs["webhooks"]["health"]["failing"];
  /** Null: no set-up steps. */
  setUp: SetUpProps | null;
  children: ReactNode;
};

/** The frame of every page of the Console. */
export function Shell(props: ShellProps) {
  const { user, operator, merchants, merchant, mode, hasLive, may, acting, failing, setUp, children } = props;
  const groups = navGroupsFor(may);
  const menu = {
    user,
    security: "/console/security",
    elsewhere: operator ? [{ href: "/operator", name: "Operator" }] : [],
  };
  return (
    <Frame
      name="Console"
      bands={[
        acting,
        merchant.suspended ? <SuspendedBand key="suspended" /> : null,
        mode === "test" ? <TestBand key="test" hasLive={hasLive} /> : null,
      ]}
      head={<MerchantSwitch first={merchants} merchant={merchant} />}
      rail={<RailLinks groups={groups} failing={failing} />}
      groups={groups}
      search={
        <>
          <CommandMenu groups={groups} />
          <Keyboard groups={groups} />
          <Toasts />
        </>
      }
      foot={setUp ? <SetUpUserMenu setUp={setUp} menu={menu} /> : <UserMenu {...menu} />}
      strip={setUp ? <SetUpBar {...setUp} /> : null}
      bar={hasLive ? <ModeSwitch mode={mode} /> : null}
    >
      {children}
    </Frame>
  );
}

function SuspendedBand() {
  return (
    <aside className={`${s.band} ${s.suspended}`} aria-label="Suspended merchant">
      <b>Suspended</b>{" "}
      <span>
        New live payments are rejected.
        <span className={s.wide}> Test payments work. Contact the operator.</span>
      </span>
    </aside>
  );
}
