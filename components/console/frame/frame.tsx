import type { ReactNode } from "react";
import { IconButton } from "../../ui/button";
import { Mark } from "../../ui/icons";
import type { NavGroup } from "./nav-items";
import { PageTitle, SectionTabs } from "./rail-links";
import { Sheet } from "./sheet";
import s from "./shell.module.css";

/** What the menu button of a phone opens. */
const SHEET_ID = "rail";

type FrameProps = {
  /** The label of the rail: "Console". */
  name: string;
  /** The bands above the page, 1.75rem each: acting for a merchant, its suspension, then test mode. */
  bands: ReactNode[];
  /** The merchant, above the navigation. */
  head: ReactNode;
  /** The navigation, rendered; and as data, for the page's name on phones. */
  rail: ReactNode;
  groups: NavGroup[];
  /** The signed-in user, under the navigation. */
  foot: ReactNode;
  /** The left side of the bar, and what follows the link to the documentation on its right side. */
  search?: ReactNode;
  bar?: ReactNode;
  /** Between the bar and the page. */
  strip?: ReactNode;
  children: ReactNode;
};

/** The head of a section without a chosen merchant: its name, and whose it is. */
export function FrameHead({ name, of }: { name: string; of: string }) {
  return (
    <div className={s.merchant}>
      <Mark size={26} />
      <span className={s.who}>
        <b title={name}>{name}</b>
        <small>{of}</small>
      </span>
    </div>
  );
}

/** The frame of every signed-in page: bands, rail, bar, page. On phones the rail is a sheet. */
export function Frame({ name, bands, head, rail, groups, foot, search, bar, strip, children }: FrameProps) {
  const shown = bands.filter((band) => band !== null);
  return (
    <div data-bands={shown.length}>
      <a className={s.skip} href="#main">
        Skip to content
      </a>
      {shown.length > 0 ? <div className={s.bands}>{shown}</div> : null}
      <div className={s.app}>
        <Sheet id={SHEET_ID} name={name}>
          {head}
          {rail}
          {foot}
        </Sheet>
        <div className={s.main}>
          <header className={s.topbar}>
            <IconButton icon="menu" label="Menu" popoverTarget={SHEET_ID} />
            <PageTitle groups={groups} />
            {search}
            <div className={s.bar}>
              <a className={s.docs} href="/docs">
                Docs
              </a>
              {bar}
            </div>
          </header>
          {strip}
          <SectionTabs groups={groups} />
          <main className={s.page} id="main" tabIndex={-1}>
            {children}
          </main>
        </div>
      </div>
    </div>
  );
}
