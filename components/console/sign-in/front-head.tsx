import { LinkButton } from "../../ui/button";
import { Brand } from "../../ui/parts";
import s from "./front.module.css";

/** The head of the pages before the Console: the way home, the documentation, and, unless `signedIn` is unknown, the Console. */
export function FrontHead({ signedIn }: { signedIn?: boolean }) {
  return (
    <header className={s.bar}>
      <Brand />
      <nav aria-label="Bankside">
        <a href="/docs">Docs</a>
        {signedIn === undefined ? null : (
          <LinkButton href={signedIn ? "/console" : "/sign-in"}>{signedIn ? "Open Console" : "Sign in"}</LinkButton>
        )}
      </nav>
    </header>
  );
}
