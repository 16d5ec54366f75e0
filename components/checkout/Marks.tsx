import { markOf } from "./banks/bank-mark";
import { lettersOf } from "./banks/monogram";

const MARK_PX = 36;

type Bank = {
  /** Null: a bank whose id is unknown. */
  id: string | null;
  name: string;
  /** The bank accepts no payments at the moment. */
  off?: boolean;
  /** Address of the operator's logo of the bank, on our origin. */
  logo: string | null;
  /** Initially out of view: the image is loaded lazily. */
  later?: boolean;
};

/**
 * A bank's mark: two letters on an ink, in a shape, with an optional logo over it. Inks and shapes are classes, because
 * the content policy forbids style attributes.
 */
export function BankMark({ id, name, off = false, logo, later = false }: Bank) {
  const { letters, ink, shape } = markOf(id, name);
  return (
    <span className={`mono k${ink}${shape > 0 ? ` s${shape}` : ""}${off ? " off" : ""}`} aria-hidden="true">
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
