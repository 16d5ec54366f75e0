import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { anyCharacter } from "../test/any-text";
import { failingMail, oneLine, recoveredMail } from "./health-mails";

const at = (time: string) => new Date(`2026-11-21T${time}:00Z`);
const facts = {
  name: "orders-prod",
  merchantName: "Alder & Wren",
  host: "hooks.alderwren.example",
  page: "https://pay.example.com/console/webhooks/endpoints/orders-prod",
  waiting: "3",
  now: at("14:12"),
};
const failing = {
  ...facts,
  failures: 23,
  failingSince: at("13:31"),
  lastError: "status 503",
  lastFailureAt: at("14:02"),
  paused: true,
  nextTryAt: at("14:16"),
  keptDays: 4,
};

describe("a mail about an endpoint that fails", () => {
  it("says the fact, how long, what happens next and what to do, in this order", () => {
    const { subject, text } = failingMail(failing);
    expect(subject).toBe("Endpoint orders-prod takes no webhooks since 13:31 UTC (Alder & Wren)");
    const parts = [
      "takes no webhooks. 23 tries in a row have failed, for 41 minutes.",
      "Failing since: 21 November 2026, 13:31 UTC",
      "Last failure:  status 503, 21 November 2026, 14:02 UTC",
      "Waiting:       3",
      "the next at 14:16 UTC",
      "Payments are accepted as before",
      facts.page,
      "never switched off by itself",
    ];
    const places = parts.map((part) => text.indexOf(part));
    expect(places).not.toContain(-1);
    expect(places).toEqual([...places].sort((a, b) => a - b));
  });

  it("promises no more than is kept: what is given up is named, and how to get it", () => {
    for (const paused of [true, false]) {
      const { text } = failingMail({ ...failing, paused });
      expect(text).not.toContain("nothing is lost");
      expect(text).toContain("What is given up stays in the Console’s log, and can be sent again from there.");
    }
  });

  it("names the day of a run that is older than one", () => {
    const { subject, text } = failingMail({ ...failing, failingSince: new Date("2026-11-18T09:05:00Z") });
    expect(subject).toContain("since 18 November 2026, 09:05 UTC");
    expect(text).toContain("for 3 days.");
  });

  it("knows the schedule of one that is not paused, and the default URL by its name", () => {
    const { subject, text } = failingMail({ ...failing, name: null, paused: false, nextTryAt: at("14:01") });
    expect(subject).toContain("The default URL takes no webhooks");
    expect(text).toContain("ten times over three days, the next within moments.");
    expect(text).not.toMatch(/paused|Resume/);
  });

  it("speaks of no next try where nothing waits", () => {
    const { text } = failingMail({ ...failing, nextTryAt: null });
    expect(text).toContain("one delivery at a time is tried. The first");
    expect(text).toContain("press Resume");
  });
});

describe("a mail about an endpoint that works again", () => {
  it("says since when, and what was told before", () => {
    const { subject, text } = recoveredMail({ ...facts, takenSince: at("14:05"), toldAt: at("13:46") });
    expect(subject).toBe("Endpoint orders-prod takes webhooks again since 14:05 UTC (Alder & Wren)");
    expect(text).toContain("You were told on 21 November 2026, 13:46 UTC");
  });
});

describe("what merchants wrote", () => {
  /** Breaks a head line, or turns the text around. */
  const UNSAFE = /[\p{C}\p{Zl}\p{Zp}]/u;

  it("stays on one line of the head, whatever it is", () => {
    fc.assert(
      fc.property(fc.string({ unit: anyCharacter, maxLength: 200 }), (merchantName) => {
        const { subject } = failingMail({ ...failing, merchantName });
        expect(subject).not.toMatch(UNSAFE);
        expect([...subject].length).toBeLessThan(180);
      }),
      { numRuns: 500 },
    );
    expect(oneLine("Acme\r\nBcc: all@example.com")).toBe("Acme Bcc: all@example.com");
    expect(oneLine("x".repeat(80))).toHaveLength(60);
  });

  it("TWIN: would not, as it was written", () => {
    expect("Endpoint orders (Acme\r\nBcc: all@example.com)").toMatch(UNSAFE);
    expect("Endpoint orders (\u202eemcA)").toMatch(UNSAFE);
  });
});
