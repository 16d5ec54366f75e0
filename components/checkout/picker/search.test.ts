import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { catalogueBanks } from "../../../server/banks/catalogue";
import { anyCharacter } from "../../../server/test/any-text";
import { type Entry, entryOf, fold, keysOf, type Named, search } from "./search";

const banks = catalogueBanks();
const entryOfBank = (bank: Named): Entry => entryOf(bank.displayName, keysOf(bank));
const hitsIn = (market: string, query: string) =>
  search(
    banks.filter((bank) => bank.market === market),
    query,
    entryOfBank,
  ).map(({ displayName }) => displayName);

/** Typed searches, and the intended bank. */
const MEANT = [
  ["PT", "bcp", "Millennium bcp"],
  ["PT", "millenium", undefined],
  ["PT", "millennium", "Millennium bcp"],
  ["PT", "cgd", "Caixa Geral de Depósitos"],
  ["PT", "caixa", "Caixa Geral de Depósitos"],
  ["PT", "caixa agricola", "Crédito Agrícola"],
  ["PT", "novo banco", "novobanco"],
  ["PT", "BES", "novobanco"],
  ["PT", "totta", "Santander"],
  ["PT", "depositos geral", "Caixa Geral de Depósitos"],
  ["PT", "cemg", "Banco Montepio"],
  ["PT", "BCOM PT PL", "Millennium bcp"],
  ["PT", "bcomptplxxx", "Millennium bcp"],
  ["PT", "BCOMPT", "Millennium bcp"],
  ["DE", "ing diba", "ING"],
  ["DE", "ING-DiBa", "ING"],
  ["DE", "ingdiba", "ING"],
  ["DE", "sparkasse", "Sparkasse"],
  ["DE", "haspa", "Sparkasse"],
  ["DE", "vr bank", "Volksbanken Raiffeisenbanken"],
  ["DE", "vr-bank", "Volksbanken Raiffeisenbanken"],
  ["DE", "volksbank", "Volksbanken Raiffeisenbanken"],
  ["DE", "hvb", "HypoVereinsbank"],
  ["DE", "unicredit", "HypoVereinsbank"],
  ["DE", "dkb", "DKB"],
  ["DE", "kreditbank", "DKB"],
  ["DE", "bank", "Deutsche Bank"],
  ["AT", "george", "Erste Bank und Sparkassen"],
  ["AT", "erste bank & sparkassen", "Erste Bank und Sparkassen"],
  ["AT", "niederoesterreich", "Raiffeisen"],
  ["AT", "psk", "BAWAG"],
  ["ES", "la caixa", "CaixaBank"],
  ["ES", "lacaixa", "CaixaBank"],
  ["ES", "bankia", "CaixaBank"],
  ["ES", "bilbao vizcaya", "BBVA"],
  ["ES", "liberbank", "Unicaja"],
  ["IT", "postepay", "BancoPosta"],
  ["IT", "poste italiane", "BancoPosta"],
  ["IT", "mps", "Monte dei Paschi di Siena"],
  ["IT", "bpm", "Banco BPM"],
  ["IT", "cariparma", "Crédit Agricole Italia"],
  ["IT", "ubi", "Intesa Sanpaolo"],
  ["FR", "caisse depargne", "Caisse d'Epargne"],
  ["FR", "caisse d’épargne", "Caisse d'Epargne"],
  ["FR", "epargne", "Caisse d'Epargne"],
  ["FR", "societe generale", "SG Société Générale"],
  ["FR", "socgen", "SG Société Générale"],
  ["FR", "credit lyonnais", "LCL"],
  ["FR", "boursorama", "BoursoBank"],
  ["FR", "lbp", "La Banque Postale"],
  ["CZ", "kb", "Komerční banka"],
  ["CZ", "csob", "ČSOB"],
  ["CZ", "ceska sporitelna", "Česká spořitelna"],
  ["CZ", "mbank", "mBank"],
  ["CZ", "moneta", "MONETA Money Bank"],
  ["PL", "mbank", "mBank"],
  ["PL", "m-bank", "mBank"],
  ["PL", "slaski", "ING Bank Śląski"],
  ["PL", "śląski", "ING Bank Śląski"],
  ["PL", "santander", "Erste Bank Polska"],
  ["PL", "pko", "PKO Bank Polski"],
  ["PL", "iko", "PKO Bank Polski"],
  ["PL", "getin", "VeloBank"],
  ["NL", "sns", "ASN Bank"],
  ["NL", "abn", "ABN AMRO"],
  ["NL", "abnamro", "ABN AMRO"],
  ["FI", "op", "OP"],
  ["FI", "osuuspankki", "OP"],
  ["FI", "saastopankki", "Säästöpankki"],
  ["FI", "spankki", "S-Pankki"],
  ["FI", "åland", "Ålandsbanken"],
  ["FI", "aalandsbanken", "Ålandsbanken"],
  ["SE", "lansforsakringar", "Länsförsäkringar Bank"],
  ["SE", "laensfoersaekringar", "Länsförsäkringar Bank"],
  ["SE", "skandinaviska", "SEB"],
  ["NO", "sr-bank", "SpareBank 1 Sør-Norge"],
  ["NO", "sor norge", "SpareBank 1 Sør-Norge"],
  ["DK", "al bank", "Arbejdernes Landsbank"],
  ["HU", "k&h", "K&H"],
  ["HU", "kh", "K&H"],
  ["HU", "k and h", "K&H"],
  ["HU", "k-h", "K&H"],
  ["IE", "permanent", "PTSB"],
  ["IE", "allied irish", "AIB"],
  ["GR", "εθνικη", "National Bank of Greece"],
  ["GR", "ΕΘΝΙΚΉ", "National Bank of Greece"],
  ["GR", "nbg", "National Bank of Greece"],
  ["BG", "дск", "DSK Bank"],
  ["RO", "bt", "Banca Transilvania"],
  ["RO", "tiriac", "UniCredit Bank"],
  ["SK", "slsp", "Slovenská sporiteľňa"],
  ["LT", "siauliu", "Artea"],
  ["BE", "fortis", "BNP Paribas Fortis"],
  ["LU", "bcee", "Spuerkeess"],
  ["IS", "islandsbanki", "Íslandsbanki"],
  ["GB", "rbs", "Royal Bank of Scotland"],
  ["GB", "coop", "The Co-operative Bank"],
  ["GB", "co-operative", "The Co-operative Bank"],
  ["GB", "abbey", "Santander"],
  ["GB", "clydesdale", "Virgin Money"],
  ["GB", "barclays zz", undefined],
  ["GB", "zz", undefined],
] as const;

describe("a bank is found by what people call it", () => {
  test.each(MEANT)("%s: %s", (market, query, meant) => {
    expect(hitsIn(market, query)[0]).toBe(meant);
  });

  test("a prefix of the name ranks before a prefix of a word, then other names, then the BIC, then parts of words", () => {
    const bank = (displayName: string, changes: Partial<Named> = {}): Named => {
      return { displayName, name: "x", aliases: [], bic: null, slug: fold(displayName), ...changes };
    };
    const list = [
      bank("Subalpina"),
      bank("Norte", { bic: "ALPIPTPL" }),
      bank("Sul", { aliases: ["Alpi"] }),
      bank("Banca Alpi"),
      bank("Alpina"),
      bank("Alpi"),
    ];
    const found = search(list, "alpi", entryOfBank).map(({ displayName }) => displayName);
    expect(found).toEqual(["Alpina", "Alpi", "Banca Alpi", "Sul", "Norte", "Subalpina"]);
  });

  test("equal results stay in curated order, top banks first", () => {
    expect(hitsIn("GB", "bank").slice(0, 4)).toEqual([
      "Bank of Scotland",
      "Lloyds Bank",
      "Starling Bank",
      "Royal Bank of Scotland",
    ]);
  });

  test("a text without letters or digits finds everything", () => {
    for (const query of ["", "  ", "-", "’", "&"]) expect(hitsIn("PT", query)).toHaveLength(8);
  });
});

describe("every bank of the catalogue", () => {
  const found = (bank: (typeof banks)[number], query: string) => hitsIn(bank.market, query).includes(bank.displayName);

  test("is found by its display name, first of all that only share its beginning", () => {
    for (const bank of banks) expect(hitsIn(bank.market, bank.displayName)[0]).toBe(bank.displayName);
  });

  test("is found by its legal name, its slug, and every alias", () => {
    for (const bank of banks)
      for (const query of [bank.name, bank.slug, ...bank.aliases])
        expect([query, found(bank, query)]).toEqual([query, true]);
  });

  test("is found by its BIC: eight characters or eleven, with spaces, in any case", () => {
    for (const bank of banks) {
      const bic = bank.bic;
      if (bic === null) continue;
      const ways = [bic, `${bic}XXX`, bic.toLowerCase(), `${bic.slice(0, 4)} ${bic.slice(4, 6)} ${bic.slice(6)}`];
      for (const query of ways) expect(hitsIn(bank.market, query)[0]).toBe(bank.displayName);
    }
  });

  test("is found by its name however marks, case, hyphens and spaces are typed", () => {
    const manners: ((name: string) => string)[] = [
      (name) => name.normalize("NFD").replace(/\p{M}/gu, ""),
      (name) => name.normalize("NFD"),
      (name) => name.toUpperCase(),
      (name) => name.replaceAll(/[\s-]+/g, ""),
      (name) => name.replaceAll(/\s+/g, "-"),
      (name) => name.replaceAll("-", " ").replaceAll("'", "’"),
      (name) => name.replaceAll("&", " and "),
      (name) => name.split(" ").reverse().join(" "),
    ];
    fc.assert(
      fc.property(fc.constantFrom(...banks), fc.subarray(manners, { minLength: 1 }), (bank, chosen) => {
        const typed = chosen.reduce((name, manner) => manner(name), bank.displayName);
        // Joined in reverse order it is another name.
        fc.pre(chosen.length === 1 || !chosen.includes(manners[7] as (name: string) => string));
        return found(bank, typed);
      }),
    );
  });

  test("stays among the hits while its name is typed, letter by letter", () => {
    for (const bank of banks) {
      for (let end = 1; end <= bank.displayName.length; end++) {
        const typed = bank.displayName.slice(0, end);
        expect([typed, found(bank, typed)]).toEqual([typed, true]);
      }
    }
  });

  test("and no text that can be typed makes the search fail", () => {
    fc.assert(
      fc.property(fc.string({ unit: anyCharacter, maxLength: 60 }), (query) => {
        expect(search(banks, query, entryOfBank).length).toBeLessThanOrEqual(banks.length);
      }),
      { numRuns: 50 },
    );
  });
});
