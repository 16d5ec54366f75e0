import type { RememberedAccount } from "../../../server/payments/remembered-accounts/remembered-accounts";
import { bankTarget, Trust } from "../Handover";
import { GoIcon, LockIcon } from "../icons";
import { amountText } from "../languages/format";
import type { Translator } from "../languages/translator";
import { BankMark } from "../Marks";
import type { CheckoutPage } from "../model";

/** The account of the page's primary button: the last used one whose bank accepts payments; null without one. */
export function primaryAccount({ checkout, restingAccounts }: CheckoutPage): RememberedAccount | null {
  if (checkout.phase !== "choosing") return null;
  return checkout.accounts.find(({ id }) => !restingAccounts.includes(id)) ?? null;
}

/** A masked account number; a screen reader says "account ending in 3279" instead of the bullets. */
export function Masked({ masked, translator }: { masked: string; translator: Translator }) {
  const [digits = ""] = /[^•\s]*$/.exec(masked) ?? [];
  return (
    <span className="nw">
      <span aria-hidden="true">{masked}</span>
      <span className="vh">{translator.t("accounts.ending", { digits })}</span>
    </span>
  );
}

/** Remembered accounts: the first is the page's primary button; each other one pays by a button of its own. */
export function Accounts({ page }: { page: CheckoutPage }) {
  const { accounts, merchant } = page.checkout;
  const { t } = page.translator;
  const first = primaryAccount(page);
  const others = accounts.filter(({ id }) => id !== first?.id);
  return (
    <div data-part="accounts">
      {accounts.length > 0 && (
        <section className="accounts" aria-labelledby="again">
          <h2 className="h" id="again" tabIndex={-1}>
            {t("accounts.title")}
          </h2>
          {first !== null && (
            <>
              <Pay page={page} account={first} />
              <p className="trust">
                <LockIcon />
                <Trust page={page} />
              </p>
              <div className="row">
                <span>{t("accounts.only", { merchant: merchant.brandName })}</span>
                <Remove page={page} account={first} />
              </div>
            </>
          )}
          {others.length > 0 && (
            <ul aria-label={first === null ? undefined : t("accounts.others")}>
              {others.map((account) => (
                <Other key={account.id} page={page} account={account} />
              ))}
            </ul>
          )}
        </section>
      )}
    </div>
  );
}

type Props = { page: CheckoutPage; account: RememberedAccount };

/** What a form says that starts the payment, beside the choice. */
export function StartFields({ page }: { page: CheckoutPage }) {
  return (
    <>
      <input type="hidden" name="action" value="start" />
      <input type="hidden" name="seen_amount" value={page.checkout.amount} />
    </>
  );
}

/** One press: the whole sentence is the button. `data-bank`: the script draws the slip's bank again from it. */
function Pay({ page, account: { id, bankId, bankName, accountMasked } }: Props) {
  const { checkout, format, translator } = page;
  const amount = amountText(checkout.amount, checkout.currency, format);
  const account = <Masked masked={accountMasked} translator={translator} />;
  return (
    <form method="post" action={page.addresses.post} target={bankTarget(page)}>
      <StartFields page={page} />
      <button className="btn pay" type="submit" name="account_id" value={id} data-bank={bankName}>
        <BankMark id={bankId} name={bankName} logo={page.logoOf(bankId)} />
        <span>{translator.rich("accounts.pay", { amount, bank: bankName, account })}</span>
        <GoIcon />
      </button>
    </form>
  );
}

function Other({ page, account }: Props) {
  const { id, bankId, bankName, accountMasked } = account;
  const { t } = page.translator;
  const resting = page.restingAccounts.includes(id);
  const masked = <Masked masked={accountMasked} translator={page.translator} />;
  return (
    <li>
      <form method="post" action={page.addresses.post} target={bankTarget(page)}>
        <StartFields page={page} />
        <button className="bank" type="submit" name="account_id" value={id} disabled={resting}>
          <BankMark id={bankId} name={bankName} logo={page.logoOf(bankId)} off={resting} />
          <span className="bank-name">
            {!resting && <span className="vh">{`${t("accounts.continue_with")} `}</span>}
            {bankName}
            <span className="bank-note">
              {masked}
              {resting && `, ${t("bank.down")}`}
            </span>
          </span>
          {!resting && <GoIcon />}
        </button>
      </form>
      <Remove page={page} account={account} />
    </li>
  );
}

function Remove({ page, account: { id, bankName, accountMasked } }: Props) {
  return (
    <form method="post" action={page.addresses.post}>
      <input type="hidden" name="action" value="forget" />
      <button className="linkish" type="submit" name="account_id" value={id}>
        {page.translator.t("accounts.forget")}
        <span className="vh">
          {` ${bankName} `}
          <Masked masked={accountMasked} translator={page.translator} />
        </span>
      </button>
    </form>
  );
}
