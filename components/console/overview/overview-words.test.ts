import { describe, expect, it } from "vitest";
import {
  ageWords,
  compareWords,
  type Figures,
  needsWords,
  newsWords,
  secondsWords,
  shareWords,
} from "./overview-words";

const sum = (count: number, minor: number) => ({ count, minor, decimal: (minor / 100).toFixed(2), returned: null });

function figures(changed: {
  received?: number;
  before?: number;
  share?: number | null;
  shareBefore?: number;
  of?: number;
}): Figures {
  const { received = 100, before = 100, share = 0.95, shareBefore = 0.95, of = 100 } = changed;
  return {
    currency: "EUR",
    days: 14,
    spans: [],
    received: sum(received, received * 1000),
    outcomes: { created: of, initiated: of, atBank: 0, completed: of },
    success: { share, of },
    before: { received: sum(before, before * 1000), success: { share: shareBefore, of } },
    timeToApproval: { median: 38, p90: 112, of },
    outlier: null,
  };
}

describe("the news", () => {
  it("is what is worst, and as usual where nothing is", () => {
    expect(newsWords(figures({}), false)).toBe("Money is arriving as usual.");
    expect(newsWords(figures({ share: 0.89 }), false)).toBe("Fewer payments succeed than before.");
    expect(newsWords(figures({ received: 70 }), false)).toBe("Less money is arriving than before.");
    expect(newsWords(figures({ received: 130 }), false)).toBe("More money is arriving than before.");
    expect(newsWords(figures({ received: 0 }), false)).toBe("Nothing was paid in these 14 days.");
  });

  it("concludes nothing from little", () => {
    expect(newsWords(figures({ received: 19, before: 2, share: 0.5, of: 10 }), false)).toBe("Money is arriving.");
  });

  it("never calls tests money", () => {
    for (const changed of [{}, { share: 0.5 }, { received: 70 }, { received: 130 }, { received: 3 }]) {
      expect(newsWords(figures(changed), true)).not.toMatch(/money/i);
    }
  });
});

it("says how many things need somebody", () => {
  expect([0, 1, 4, 13].map(needsWords)).toEqual([
    "Nothing needs you.",
    "One thing needs a person.",
    "Four things need a person.",
    "13 things need a person.",
  ]);
});

it("compares with the period before, and with nothing where there was nothing", () => {
  expect(compareWords(10_410, 10_000, 14)).toBe("4.1 % more than the 14 days before");
  expect(compareWords(9_000, 10_000, 90)).toBe("10.0 % less than the 90 days before");
  expect(compareWords(10_000, 10_000, 1)).toBe("as much as in the same hours of yesterday");
  expect(compareWords(87_000, 10_000, 14)).toBe("8.7 times as much as in the 14 days before");
  expect(compareWords(10_000, 0, 14)).toBe("nothing in the 14 days before");
});

it("rounds no share to all or nothing that is not", () => {
  expect([0, 0.0001, 0.9441, 0.9999, 1].map(shareWords)).toEqual(["0 %", "0.1 %", "94.4 %", "99.9 %", "100 %"]);
});

it("says seconds as people do", () => {
  expect([0, 38, 60, 112, 3_600, 7_500].map(secondsWords)).toEqual([
    "0 s",
    "38 s",
    "1 min",
    "1 min 52 s",
    "1 h",
    "2 h 5 min",
  ]);
});

it("says an age in its greatest unit", () => {
  const now = "2026-11-20T14:12:00.000Z";
  const ages = [
    "2026-11-20T14:11:50.000Z",
    "2026-11-20T13:31:40.000Z",
    "2026-11-20T12:30:00.000Z",
    "2026-11-18T17:40:00.000Z",
  ];
  expect(ages.map((at) => ageWords(at, now))).toEqual(["just now", "40 min", "1 hour", "1 day"]);
});
