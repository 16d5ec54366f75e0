import { Heading, Section } from "../../ui/heading";
import ui from "../../ui/ui.module.css";
import s from "./account.module.css";

const PARTS = ["Passkeys", "Two-factor authentication", "Sessions"];

/** The Security page while it loads. */
export function OwnSignInSkeleton() {
  return (
    <div aria-busy="true">
      <p className={ui.hidden} role="status">
        Loading your security settings
      </p>
      <Heading title="Security" lead={<span className={ui.skeleton} style={{ width: "24rem", maxWidth: "100%" }} />} />
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
