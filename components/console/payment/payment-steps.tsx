import { Time } from "../../ui/time/time";
import s from "./payment.module.css";
import type { Step } from "./payment-summary";

/** The steps of a payment, with the time between them. */
export function PaymentSteps({ steps }: { steps: readonly Step[] }) {
  return (
    <ol className={s.steps} aria-label="Steps">
      {steps.map(({ name, detail, at, isOpen, tone }) => (
        <li key={name} data-open={isOpen ? "" : undefined} data-tone={tone}>
          <b>{name}</b> <span>{detail || (at ? <Time at={at} as="seconds" /> : null)}</span>
        </li>
      ))}
    </ol>
  );
}
