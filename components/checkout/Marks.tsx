import { hueOf, lettersOf } from "./banks/monogram";

const MARK_PX = 36;

type Bank = {
  name: string;
  /** The bank accepts no payments at the moment. */
  off?: boolean;
  /** Address of the operator's logo of the bank, on our origin. */
  logo: string | null;
  /** Initially out of view: the image is loaded lazily. */
  later?: boolean;
};

/**
 * A bank's mark: a monogram in one of twelve hues, with an optional logo over it. Hues are classes, because the content
 * policy forbids style attributes.
 */
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

/**
 * The merchant's mark: a monogram, covered by the logo if there is one (brand-style.ts); with a check mark after the
 * payment.
 */
export function PayeeMark({ merchant, got = false }: { merchant: Payee; got?: boolean }) {
  const { brandName, logo } = merchant;
  return (
    <span className="mono payee" data-got={got ? "" : undefined} aria-hidden="true">
      <span>{lettersOf(brandName)}</span>
      {logo !== null && <span className="logo" />}
    </span>
  );
}

/** Placeholder for the bank's mark before a bank is chosen. */
export const EmptyMark = () => <span className="mono slot" aria-hidden="true" />;
