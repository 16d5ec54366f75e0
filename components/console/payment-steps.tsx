import s from "./payment.module.css";
import type { Step } from "./payment-news";
import { Time } from "./time";

/** How far the payment came, and how long each part of the way took. */
export function PaymentSteps({ steps }: { steps: readonly Step[] }) {
  return (
    <ol className={s.steps} aria-label="How long each part took">
      {steps.map(({ name, words, at, isOpen }) => (
        <li key={name} data-open={isOpen ? "" : undefined}>
          <b>{name}</b> <span>{words || (at ? <Time at={at} as="seconds" /> : null)}</span>
        </li>
      ))}
    </ol>
  );
}
