import { Heading, Section } from "../heading";
import ui from "../ui.module.css";
import s from "./account.module.css";

const PARTS = ["Passkeys", "Second step", "Where you are signed in"];

/** The page of one's own sign-in before it is there. */
export function OwnSignInSkeleton() {
  return (
    <div aria-busy="true">
      <p className={ui.hidden} role="status">
        Your sign-in is loading
      </p>
      <Heading
        title="Your sign-in"
        lead={<span className={ui.skeleton} style={{ width: "24rem", maxWidth: "100%" }} />}
      />
      {PARTS.map((title) => (
        <section key={title} aria-label={title}>
          <Section title={title} />
          <p className={s.about}>
            <span className={ui.skeleton} style={{ width: "32rem", maxWidth: "100%" }} />
          </p>
        </section>
      ))}
    </div>
  );
}
