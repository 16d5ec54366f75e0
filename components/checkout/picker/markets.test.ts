import { describe, expect, test } from "vitest";
import { NO_OPTIONS, sampleBanks } from "../testing/sample-page";
import { type PickerBank, type PickerOptions, pickerOf } from "./markets";

const pick = (options: Partial<PickerOptions>, banks: readonly PickerBank[] = sampleBanks()) =>
  pickerOf(banks, { ...NO_OPTIONS, ...options });
const names = (list: readonly PickerBank[]) => list.map(({ displayName }) => displayName);
const german = sampleBanks().find((bank) => bank.market === "DE");

describe("the country that a page begins with", () => {
  test("the customer's, else that of the page's language, else the merchant's, else the largest market", () => {
    expect(pick({ shopper: "DE", region: "PT" }).country).toBe("DE");
    expect(pick({ region: "DE" }).country).toBe("DE");
    expect(pick({}).country).toBe("PT");
    expect(pick({ merchant: "SE" }).country).toBe("PT");
  });

  test("one without a bank for the currency counts as none", () => {
    expect(pick({ shopper: "JP", region: "DE" }).country).toBe("DE");
    expect(pick({ shopper: "JP", region: "BR", merchant: "DE" }).country).toBe("DE");
  });

  test("the selected one takes precedence, in any case", () => {
    expect(pick({ country: "de", shopper: "PT", region: "PT" }).country).toBe("DE");
  });

  test("a bank chosen in another country's results selects its country", () => {
    const bankId = german?.id ?? null;
    expect(pick({ country: "PT", bankId })).toMatchObject({ country: "DE", selectedId: bankId });
  });
});

describe("how much of a market is shown at first", () => {
  test("up to eight banks: all of them; more: the first six", () => {
    expect(pick({}, sampleBanks(8)).firstIds).toBeNull();
    const large = pick({}, sampleBanks(9));
    expect([...(large.firstIds ?? [])]).toEqual(large.banks.slice(0, 6).map(({ id }) => id));
    expect([large.total, large.banks.length]).toEqual([9, 9]);
  });

  test("of those six, one that is down is still shown, last", () => {
    const banks = sampleBanks(9).map((bank, index) => ({ ...bank, down: index === 0 ? ("silent" as const) : null }));
    const { banks: drawn, firstIds } = pick({}, banks);
    expect(drawn.at(-1)?.displayName).toBe("Banco Ribeira 1");
    expect(names(drawn.filter(({ id }) => firstIds?.has(id)))).toEqual([
      ...[2, 3, 4, 5, 6].map((number) => `Banco Ribeira ${number}`),
      "Banco Ribeira 1",
    ]);
  });

  test("search results are never cut off", () => {
    expect(pick({ query: "banco" }, sampleBanks(9)).firstIds).toBeNull();
  });
});

describe("a search", () => {
  test("finds by name in this market", () => {
    expect(names(pick({ query: "ribeira 1" }).banks)).toEqual(["Banco Ribeira 1", "Banco Ribeira 10"]);
  });

  test("that finds none here offers where the name is known, five at most", () => {
    const picker = pick({ query: "muller" });
    expect([picker.banks, picker.hits]).toEqual([[], 0]);
    expect(names(picker.elsewhere)).toEqual(["Müller Bank"]);
    const apart = sampleBanks().map((bank) =>
      bank.market === "DE" ? { ...bank, name: "Alpen AG", slug: "alpen" } : bank,
    );
    expect(pick({ country: "DE", query: "ribeira" }, apart).elsewhere).toHaveLength(5);
  });

  test("that finds a bank here searches no other market", () => {
    expect(pick({ query: "ribeira" }).elsewhere).toEqual([]);
  });

  test("keeps the chosen bank in sight, and does not count it", () => {
    const [first, second] = sampleBanks();
    const picker = pick({ query: "ribeira 2", bankId: first?.id ?? null });
    expect(names(picker.banks)).toEqual([second?.displayName, first?.displayName]);
    expect([picker.hits, picker.selectedId]).toEqual([1, first?.id]);
  });
});

describe("banks that are down", () => {
  const banks = sampleBanks(3).map((bank, index) => {
    return { ...bank, down: index === 0 || bank.displayName.startsWith("M") ? ("silent" as const) : null };
  });
  const [first, second] = banks;

  test("come last, here and elsewhere", () => {
    expect(names(pick({}, banks).banks)).toEqual(["Banco Ribeira 2", "Banco Ribeira 3", "Banco Ribeira 1"]);
    const alike = banks.map((bank) => ({ ...bank, aliases: bank.market === "DE" ? ["Alpen"] : [] }));
    expect(names(pick({ query: "alpen" }, alike).elsewhere)).toEqual(["Česká", "Müller Bank"]);
  });

  test("are never selected: a preselected one is named as unavailable", () => {
    const picker = pick({ bankId: first?.id ?? null }, banks);
    expect([picker.selectedId, picker.missed?.displayName]).toEqual([null, "Banco Ribeira 1"]);
    expect(pick({ bankId: second?.id ?? null }, banks)).toMatchObject({ selectedId: second?.id, missed: null });
  });

  test("are listed for all markets, so that a page knows when one recovers", () => {
    const down = banks.filter(({ down }) => down !== null).map(({ id }) => id);
    expect(pick({}, banks).downIds).toEqual(down);
    expect(pick({ country: "DE" }, banks).downIds).toEqual(down);
  });
});
