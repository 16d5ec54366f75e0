import type { ReactNode } from "react";
import { Glyph, Icon } from "./icons";
import { MerchantSwitch } from "./merchant-switch";
import type { Outputs } from "./queries";
import { PageTitle, RailLinks } from "./rail-links";
import s from "./shell.module.css";
import ui from "./ui.module.css";

type ShellProps = {
  user: { name: string; email: string };
  merchants: { id: string; brandName: string }[];
  merchant: { id: string; brandName: string };
  /** Nothing here moves money: the band says so on every page. */
  test: boolean;
  /** The destinations of webhooks that need somebody. */
  failing: Outputs["webhooks"]["health"]["failing"];
  children: ReactNode;
};

function initials(name: string): string {
  const words = name.trim().split(/\s+/);
  return [words[0], words.length > 1 ? words.at(-1) : ""]
    .map((word) => word?.[0] ?? "")
    .join("")
    .toUpperCase();
}

/** The frame of every page of the Console: test band, rail, page. On phones the rail is a sheet behind the menu button. */
export function Shell({ user, merchants, merchant, test, failing, children }: ShellProps) {
  return (
    <div className={s.root} data-band={test ? "" : undefined}>
      <a className={s.skip} href="#main">
        Skip to content
      </a>
      {test ? (
        <aside className={s.band} aria-label="Mode">
          <b>
            <Glyph name="half" />
            Test mode
          </b>
          <span>
            No money moves.<span className={s.wide}> Banks are simulated, webhooks are real.</span>
          </span>
        </aside>
      ) : null}
      <div className={s.app}>
        <nav className={s.rail} id="rail" popover="auto" aria-label="Console">
          <MerchantSwitch merchants={merchants} merchant={merchant} />
          <RailLinks failing={failing} />
          <div className={s.foot}>
            <div className={s.me}>
              <span className={s.avatar} aria-hidden="true">
                {initials(user.name)}
              </span>
              <span className={s.who}>
                <b>{user.name}</b>
                <small title={user.email}>{user.email}</small>
              </span>
            </div>
            <form method="post" action="/sign-in/end">
              <button className={ui.ghost} type="submit" aria-label="Sign out" title="Sign out">
                <Icon name="leave" />
              </button>
            </form>
          </div>
        </nav>
        <div className={s.main}>
          <header className={s.topbar}>
            <button className={ui.ghost} type="button" popoverTarget="rail" aria-label="Menu">
              <Icon name="menu" />
            </button>
            <PageTitle />
          </header>
          <main className={s.page} id="main" tabIndex={-1}>
            {children}
          </main>
        </div>
      </div>
    </div>
  );
}
