import { expect, it } from "vitest";
import { searchTerms } from "./search-terms";

const CURRENCIES = ["EUR", "GBP"];
const word = (text: string, amount: string | null = null) => ({ word: text, amount });

it.each([
  ["João Pinto", [word("João"), word("Pinto")]],
  ["ORD-00012340", [word("ORD-00012340")]],
  ["(pinto),", [word("pinto")]],
  ["beatriz@", [word("beatriz@")]],
  ["12.90", [word("12.90", "12.90")]],
  ["12,90", [word("12,90", "12.90")]],
  ["1,250.30", [word("1,250.30", "1250.30")]],
  ["1.250,30", [word("1.250,30", "1250.30")]],
  ["1,250.30 EUR", [word("1,250.30", "1250.30")]],
  ["EUR 1250.30", [word("1250.30", "1250.30")]],
  ["eur 12", [word("12", "12")]],
  ["€1,250.30", [word("1,250.30", "1250.30")]],
  ["1250.30€", [word("1250.30", "1250.30")]],
  ["1 250,30", [word("1250,30", "1250.30")]],
  ["1 250.30", [word("1250.30", "1250.30")]],
  ["1\u202f250,30\u00a0€", [word("1250,30", "1250.30")]],
  ["Cup 12", [word("Cup"), word("12", "12")]],
  ["EUR invoice 12", [word("EUR"), word("invoice"), word("12", "12")]],
  ["order 1 250", [word("order"), word("1", "1"), word("250", "250")]],
  ["’t Hooft", [word("t"), word("Hooft")]],
  ["Ana – O’Neill\u2011Sá", [word("Ana"), word("O'Neill-Sá")]],
  ["3279", [word("3279", "3279")]],
  ["PT52 0002 0123 5678 9015 4327 9", [word("3279")]],
  ["IN2026110000123", [word("IN2026110000123")]],
  ["@", []],
  ["  -- ", []],
])("the search %s is read as its words and amounts", (search, expected) => {
  expect(searchTerms(search, CURRENCIES)).toEqual(expected);
});

it("a search of many words is cut at six terms, and a long word where it is stored", () => {
  expect(searchTerms("a b c d e f g h", [])).toHaveLength(6);
  expect(searchTerms("x".repeat(90), [])[0]?.word).toHaveLength(64);
});
