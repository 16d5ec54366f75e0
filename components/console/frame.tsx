import type { ReactNode } from "react";
import { Icon } from "./icons";
import type { PlaceGroup } from "./places";
import { PageTitle } from "./rail-links";
import s from "./shell.module.css";
import ui from "./ui.module.css";
import { ZoneNote } from "./zone";

type FrameProps = {
  /** What the rail is called: "Console". */
  name: string;
  /** The bands above everything, each 2.5rem: who acts for whom first, then that nothing here moves money. */
  bands: ReactNode[];
  /** Whose pages these are, above the places. */
  head: ReactNode;
  /** The places, as they are drawn, and as the bar of a phone names the page by them. */
  rail: ReactNode;
  groups: PlaceGroup[];
  /** Who is signed in, under the places. */
  foot: ReactNode;
  /** The bar's left side, on the page's edge, and its right one. */
  search?: ReactNode;
  bar?: ReactNode;
  children: ReactNode;
};

/** The frame of every page that people work in: bands, rail, bar, page. On phones the rail is a sheet behind a button. */
export function Frame({ name, bands, head, rail, groups, foot, search, bar, children }: FrameProps) {
  const shown = bands.filter((band) => band !== null);
  return (
    <div data-bands={shown.length}>
      <a className={s.skip} href="#main">
        Skip to content
      </a>
      {shown.length > 0 ? <div className={s.bands}>{shown}</div> : null}
      <div className={s.app}>
        <nav className={s.rail} id="rail" popover="auto" aria-label={name}>
          {head}
          {rail}
          {foot}
        </nav>
        <div className={s.main}>
          <header className={s.topbar}>
            <button className={ui.ghost} type="button" popoverTarget="rail" aria-label="Menu">
              <Icon name="menu" />
            </button>
            <PageTitle groups={groups} />
            {search}
            <div className={s.bar}>{bar}</div>
          </header>
          <main className={s.page} id="main" tabIndex={-1}>
            {children}
            <ZoneNote />
          </main>
        </div>
      </div>
    </div>
  );
}
