import type { RememberedAccount } from "../../../server/payments/remembered-accounts/remembered-accounts";
import { bankTarget } from "../Handover";
import { GoIcon } from "../icons";
import { BankMark } from "../Marks";
import type { CheckoutPage } from "../model";

/** Remembered accounts: one button pays from an account, another forgets it. */
export function Accounts({ page }: { page: CheckoutPage }) {
  const { accounts, merchant } = page.checkout;
  const { t } = page.translator;
  return (
    <div data-part="accounts">
      {accounts.length > 0 && (
        <section className="accounts" aria-labelledby="again">
          <h2 className="h" id="again">
            {t("accounts.title")}
          </h2>
          <ul>
            {accounts.map((account) => (
              <Account key={account.id} page={page} account={account} />
            ))}
          </ul>
          <p className="note-line">{t("accounts.only", { merchant: merchant.brandName })}</p>
        </section>
      )}
    </div>
  );
}

function Account({ page, account }: { page: CheckoutPage; account: RememberedAccount }) {
  const { id, bankName, accountMasked } = account;
  const { t } = page.translator;
  const resting = page.restingAccounts.includes(id);
  return (
    <li>
      <form method="post" action={page.doors.post} target={bankTarget(page)}>
        <input type="hidden" name="action" value="start" />
        <input type="hidden" name="seen_amount" value={page.checkout.amount} />
        <button className="bank" type="submit" name="account_id" value={id} disabled={resting}>
          <BankMark name={bankName} logo={page.logoOf(account.bankId)} off={resting} />
          <span className="bank-name">
            {!resting && <span className="vh">{`${t("accounts.continue_with")} `}</span>}
            {bankName}
            <span className="bank-note">{resting ? `${accountMasked}, ${t("bank.down")}` : accountMasked}</span>
          </span>
          {!resting && <GoIcon />}
        </button>
      </form>
      <form method="post" action={page.doors.post}>
        <input type="hidden" name="action" value="forget" />
        <button className="linkish" type="submit" name="account_id" value={id}>
          {t("accounts.forget")}
          <span className="vh">{` ${bankName} ${accountMasked}`}</span>
        </button>
      </form>
    </li>
  );
}
