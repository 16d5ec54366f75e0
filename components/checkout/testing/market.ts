import type { PickerBank } from "../picker/markets";
import { sampleBanks } from "./sample-page";

// All names are invented, because screenshots of failures are part of the documentation.
const PORTUGAL = (
  "Banco Ribeira|Caixa do Mondego|Montanha e Mar|BPM|novo Tejo|Crédito do Minho|Banco Atlântida|Açor|Caixa Lusitana|" +
  "Banco do Alentejo|Ponte Nova|Vega|Banca Estrela do Sul|Caixa Serrana|Banco Marques & Irmão|Cofre da Beira|" +
  "Oliveira Bank|Banco das Ilhas|Sado Direct|Caixa Económica do Douro|Nau|Banco Aveirense|Rio e Vale|Torres Bank|" +
  "Caixa dos Pescadores|Banco do Cabo|Lezíria|Alto Bank"
).split("|");
const ELSEWHERE: [market: string, displayName: string][] = [
  ["DE", "Müller Bank"],
  ["DE", "Stadtkasse Neuwied"],
  ["CZ", "Česká pokladna"],
  ["FR", "Crédit des Alpes"],
  ["AT", "Donaubank"],
];
const LONG_NAMES = [
  "BAVAG P.S.K. Bank für Arbeit und Wirtschaft und Österreichische Postsparkassen Aktiengesellschaft",
  "Raiffeisenlandesbank Niederösterreich-Wien-Burgenland reg. Gen. m. b. H.",
  "Landwirtschaftskreditgenossenschaftszentralbank",
  "Caixa de Crédito Agrícola Mútuo da Região do Fundão e Sabugal, C.R.L.",
  "Y",
];

function bankOf([sample]: PickerBank[], number: number, market: string, displayName: string): PickerBank {
  if (!sample) throw new Error("No bank to make others from.");
  const id = `0190cccc-0000-7000-8000-${String(number).padStart(12, "0")}`;
  return { ...sample, id, market, displayName, name: displayName, bic: null };
}

/**
 * Invented banks: the first `count` of 28 in Portugal, of which those in `down` do not answer, and some in other
 * countries.
 */
export function inventedMarket(count: number, down: readonly string[] = []): PickerBank[] {
  const like = sampleBanks(1);
  const here = PORTUGAL.slice(0, count).map((name, index) => bankOf(like, index + 1, "PT", name));
  const elsewhere = ELSEWHERE.map(([market, name], index) => bankOf(like, 101 + index, market, name));
  return [...here, ...elsewhere].map((bank) => ({ ...bank, down: down.includes(bank.displayName) ? "silent" : null }));
}

/** Banks with long names as in registers, and one with a single letter. */
export function longNamedBanks(): PickerBank[] {
  const like = sampleBanks(1);
  return LONG_NAMES.map((name, index) => bankOf(like, 201 + index, "PT", name));
}

/** The ID of one of these banks by its name. */
export function idOfBank(banks: readonly PickerBank[], displayName: string): string {
  const bank = banks.find((one) => one.displayName === displayName);
  if (!bank) throw new Error(`No bank is called ${displayName}.`);
  return bank.id;
}
