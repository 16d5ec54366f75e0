import { LinkButton } from "../../ui/button";
import { Mark } from "../../ui/icons";
import { Link } from "../../ui/link";
import s from "./front.module.css";

/** The head of the pages before the Console: the way home, the documentation, and the way into the Console. */
export function FrontHead({ signedIn }: { signedIn: boolean }) {
  return (
    <header className={s.bar}>
      <a className={s.brand} href="/">
        <Mark size={28} />
        Bankside
      </a>
      <nav aria-label="Bankside">
        <Link href="/docs">Docs</Link>
        <LinkButton href={signedIn ? "/console" : "/sign-in"}>{signedIn ? "Open Console" : "Sign in"}</LinkButton>
      </nav>
    </header>
  );
}
