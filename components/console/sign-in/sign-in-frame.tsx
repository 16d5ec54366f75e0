import type { ReactNode } from "react";
import { Mark } from "../../ui/icons";
import { River } from "./river";
import s from "./sign-in.module.css";

/** The page around everything before the Console: the form on the left, the river on the right. */
export function SignInFrame({ host, outbox, children }: { host: string; outbox: boolean; children: ReactNode }) {
  return (
    <div className={s.sign}>
      <main>
        <a className={s.brand} href="/">
          <Mark size={28} />
          Bankside
        </a>
        {children}
        <footer className={s.footer}>
          <p>{host}</p>
          <nav aria-label="About this installation">
            {outbox ? <a href="/outbox">E-mail outbox</a> : null}
            <a href="/openapi.json">API</a>
          </nav>
        </footer>
      </main>
      <River />
    </div>
  );
}
