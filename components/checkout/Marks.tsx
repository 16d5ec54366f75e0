import { hueOf, lettersOf } from "./monogram";

const MARK_PX = 36;

type Bank = {
  name: string;
  /** Nothing can be started there right now. */
  off?: boolean;
  /** The operator's own logo of it, on our origin. */
  logo: string | null;
  /** Not in sight at first: its picture may come when it is. */
  later?: boolean;
};

/** A bank's mark: drawn letters in one of twelve hues, as classes, so that a strict content policy holds; a logo over them. */
export function BankMark({ name, off = false, logo, later = false }: Bank) {
  const letters = lettersOf(name);
  const size = letters.length > 2 ? ` c${letters.length}` : "";
  return (
    <span className={`mono h${hueOf(name)}${size}${off ? " off" : ""}`} aria-hidden="true">
      {letters}
      {logo !== null && (
        <img src={logo} alt="" width={MARK_PX} height={MARK_PX} decoding="async" loading={later ? "lazy" : undefined} />
      )}
    </span>
  );
}

type Payee = { brandName: string; logo: string | null };

/** The merchant's mark: its letters, under its logo where it has one (brand-style.ts); a check on it once the money is there. */
export function PayeeMark({ merchant, got = false }: { merchant: Payee; got?: boolean }) {
  const { brandName, logo } = merchant;
  return (
    <span className="mono payee" data-got={got ? "" : undefined} aria-hidden="true">
      <span>{lettersOf(brandName)}</span>
      {logo !== null && <span className="logo" />}
    </span>
  );
}

/** The empty place that a bank will fill. */
export const EmptyMark = () => <span className="mono slot" aria-hidden="true" />;
