import { hueOf, lettersOf } from "./monogram";

/** A bank's mark: drawn letters in one of twelve hues, as classes, so that a strict content policy holds. */
export function BankMark({ name, off = false }: { name: string; off?: boolean }) {
  const letters = lettersOf(name);
  const size = letters.length > 2 ? ` c${letters.length}` : "";
  return (
    <span className={`mono h${hueOf(name)}${size}${off ? " off" : ""}`} aria-hidden="true">
      {letters}
    </span>
  );
}

/** The merchant's mark; a check on it once the money is there. */
export function PayeeMark({ name, got = false }: { name: string; got?: boolean }) {
  return (
    <span className="mono payee" data-got={got ? "" : undefined} aria-hidden="true">
      {lettersOf(name)}
    </span>
  );
}

/** The empty place that a bank will fill. */
export const EmptyMark = () => <span className="mono slot" aria-hidden="true" />;
