import type { ReactNode } from "react";
import { CommandMenu } from "./command-menu";
import { Frame } from "./frame";
import { Keyboard } from "./keyboard";
import { MerchantSwitch } from "./merchant-switch";
import { ModeSwitch, TestBand } from "./mode-switch";
import { placesFor } from "./places";
import type { Outputs } from "./queries";
import { RailLinks } from "./rail-links";
import s from "./shell.module.css";
import { Toasts } from "./toasts";
import { UserMenu } from "./user-menu";

type ShellProps = {
  user: { name: string; email: string };
  /** Whether the user has a role at the platform, and with it the operator's section. */
  operator: boolean;
  /** The first of those that the user may choose, and the one whose pages these are. */
  merchants: Outputs["acting"]["merchants"];
  merchant: Outputs["acting"]["merchants"]["items"][number];
  mode: "live" | "test";
  hasLive: boolean;
  /** The calls that the user may make here: a place is shown where its first one is among them. */
  may: readonly string[];
  /** The band of somebody who acts for this merchant, as a partner's or the platform's; null for the merchant's own. */
  acting: ReactNode | null;
  /** The destinations of webhooks that need somebody. */
  failing: Outputs["webhooks"]["health"]["failing"];
  children: ReactNode;
};

/** The frame of every page of the Console. */
export function Shell(props: ShellProps) {
  const { user, operator, merchants, merchant, mode, hasLive, may, acting, failing, children } = props;
  const groups = placesFor(may);
  return (
    <Frame
      name="Console"
      bands={[acting, mode === "test" ? <TestBand key="test" hasLive={hasLive} /> : null]}
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
      foot={<UserMenu user={user} elsewhere={operator ? [{ href: "/operator", name: "Operator" }] : []} />}
      bar={
        <>
          <a className={s.docs} href="/docs">
            Docs
          </a>
          {hasLive ? <ModeSwitch mode={mode} /> : null}
        </>
      }
    >
      {children}
    </Frame>
  );
}
