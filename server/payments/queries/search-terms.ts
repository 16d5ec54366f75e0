import { isIban } from "../../lib/money/iban";

/** A part of a search between spaces. A payment matches by a word, by its amount, or by its bank. */
export type SearchTerm = {
  /** A word of the payment begins so, with its punctuation. */
  word: string;
  /** Major units, `12.90`; null: not an amount. */
  amount: string | null;
};

/** More terms narrow no further, and each costs a look into an index. */
const MAX_TERMS = 6;
/** As the words are stored: the migration payment_search. */
const MAX_WORD_LENGTH = 64;
/** A word begins after ASCII punctuation, as in the migrations; an `@` or a hyphen at its end still narrows. */
const AROUND = /^[!-/:-@[-`{-~]+|[!-,./:-?[-`{-~]+$/g;
const AMOUNT = /^(\d{1,12})(?:[.,](\d{1,8}))?$/;
/** With marks for thousands: `1,250.30` and `1.250,30`. */
const GROUPED = /^\d{1,3}(?:(?:,\d{3})+(?:\.\d{1,2})?|(?:\.\d{3})+(?:,\d{1,2})?)$/;
/** Thousands apart by spaces: `1 250,30`. Without decimals they may be two words. */
const SPACED = /(?<!\S)\d{1,3}(?:\s\d{3})+[.,]\d{1,2}(?!\S)/g;
const IBAN = /^[a-z]{2}\d{2}[a-z0-9]{11,30}$/i;
const IBAN_END = 4;

/**
 * The terms of a search. None: it contains no letter or digit, so it matches nothing. `currencies`: of the merchant; beside
 * an amount their codes are no words, as in `1,250.30 EUR`.
 */
export function searchTerms(search: string, currencies: readonly string[]): SearchTerm[] {
  const joined = search.replaceAll(/\s/g, "");
  // Only the end of a payer's account is kept. Order numbers can have the format of an IBAN, but not its check digits.
  if (IBAN.test(joined) && isIban(joined)) {
    return [{ word: joined.slice(-IBAN_END), amount: null }];
  }
  const terms = search
    .replaceAll(/\p{Sc}/gu, " ")
    .replaceAll(/[‘’ʼ]/g, "'")
    .replaceAll(/[\u2010-\u2014]/g, "-")
    .replaceAll(SPACED, (amount) => amount.replaceAll(/\s/g, ""))
    .split(/\s+/)
    .map((term) => term.replaceAll(AROUND, ""))
    .filter((term) => term !== "")
    .map((term) => ({ word: term.slice(0, MAX_WORD_LENGTH), amount: amountOf(term) }));
  const isAmount = (at: number) => (terms[at]?.amount ?? null) !== null;
  const isCode = (word: string, at: number) =>
    currencies.includes(word.toUpperCase()) && (isAmount(at - 1) || isAmount(at + 1));
  return terms.filter(({ word }, at) => !isCode(word, at)).slice(0, MAX_TERMS);
}

function amountOf(term: string): string | null {
  const plain = GROUPED.test(term) ? term.replaceAll(/[.,](?=\d{3})/g, "") : term;
  const found = AMOUNT.exec(plain);
  if (!found) return null;
  return found[2] === undefined ? (found[1] ?? null) : `${found[1]}.${found[2]}`;
}
