import type { ReactNode } from "react";
import { Button } from "../../ui/button";
import { Mark } from "../../ui/icons";
import { Link } from "../../ui/link";
import ui from "../../ui/ui.module.css";
import s from "./account.module.css";

type AccountFrameProps = {
  email: string;
  /** The sections that the user may open: links back to them. */
  places: { href: string; name: string }[];
  children: ReactNode;
};

/** The frame of the Security page: links back to the sections, the page, and sign-out. */
export function AccountFrame({ email, places, children }: AccountFrameProps) {
  return (
    <div className={s.frame}>
      <a className={s.skip} href="#main">
        Skip to content
      </a>
      <header className={s.bar}>
        <span className={`${ui.brand} ${s.brand}`}>
          <Mark size={24} />
          Bankside
        </span>
        {places.length > 0 ? (
          <nav aria-label="Sections">
            {places.map(({ href, name }) => (
              <Link key={href} href={href}>
                {name}
              </Link>
            ))}
          </nav>
        ) : null}
        <form method="post" action="/sign-in/end">
          <Button slim type="submit">
            Sign out
          </Button>
        </form>
      </header>
      <main id="main" tabIndex={-1}>
        {children}
        <p className={s.who}>Signed in as {email}.</p>
      </main>
    </div>
  );
}
