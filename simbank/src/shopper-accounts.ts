import { fictitiousIban } from "../../server/lib/money/iban";
import { currencyExponent } from "../../server/lib/money/money";
import { bankSlugs, CORPORATE_BANK } from "./bank-name";
import { NAMED_ACCOUNT, SHOPPER_ACCOUNTS } from "./rules";

const HOLDER = "Simulated shopper";

export type Account = { bank: string; kind: string; iban: string; currency: string; holder: string };
/** An account that its first use opens. `opening`: its first balance, in minor units. */
export type NewAccount = Account & { opening: bigint };

/** The accounts that a bank opens for its shoppers in a currency, in order. */
export function shopperAccounts(bank: string, currency: string): NewAccount[] {
  return SHOPPER_ACCOUNTS.map(({ kind, openingHundredths }) => {
    const iban = fictitiousIban(currency, `${bank} ${kind}`);
    return { bank, kind, iban, currency, holder: HOLDER, opening: toMinor(openingHundredths, currency) };
  });
}

/** What an everyday or a named account is credited beyond the sum that it needs. */
export function salaryOf(currency: string): bigint {
  return toMinor(SHOPPER_ACCOUNTS[0].openingHundredths, currency);
}

type Payable = { bank: string; currency: string; debtorIban: string | null; creditorIban: string };

/**
 * The accounts that a payment can be made from, in order: the one that the initiation named, otherwise the shopper's.
 * Never the creditor's own.
 */
export function payerAccounts({ bank, currency, debtorIban, creditorIban }: Payable): NewAccount[] {
  const known = shopperAccounts(bank, currency);
  if (debtorIban === null) return known.filter(({ iban }) => iban !== creditorIban);
  if (debtorIban === creditorIban) return [];
  const { kind, openingHundredths } = NAMED_ACCOUNT;
  const opening = toMinor(openingHundredths, currency);
  const named = { bank, kind, iban: debtorIban, currency, holder: HOLDER, opening };
  return [known.find(({ iban }) => iban === debtorIban) ?? named];
}

/** Whether a payment can be made from an account that is open. */
export function isPayer(payment: Payable, account: Account): boolean {
  const isHere = account.bank === payment.bank && account.currency === payment.currency && account.kind !== "corporate";
  return isHere && payerAccounts(payment).some(({ iban }) => iban === account.iban);
}

const byIban = new Map<string, Map<string, NewAccount>>();

/** The account of any bank's shopper with this IBAN, also one that is not open yet; null: of no shopper. */
export function shopperAccountWith(iban: string, currency: string): NewAccount | null {
  const known =
    byIban.get(currency) ??
    new Map(bankSlugs().flatMap((bank) => shopperAccounts(bank, currency).map((account) => [account.iban, account])));
  byIban.set(currency, known);
  return known.get(iban) ?? null;
}

/** The account that the first payment to an IBAN opens: a company's, unless it is a shopper's. */
export function accountWith(iban: string, currency: string, holder: string): NewAccount {
  const company = { bank: CORPORATE_BANK, kind: "corporate", iban, currency, holder, opening: 0n };
  return shopperAccountWith(iban, currency) ?? company;
}

function toMinor(hundredths: bigint, currency: string): bigint {
  return (hundredths * 10n ** BigInt(currencyExponent(currency))) / 100n;
}
