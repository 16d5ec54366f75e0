import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { anyCharacter } from "../../test/any-text";
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
  circuitOpen: true,
  nextTryAt: at("14:16"),
  keptDays: 4,
};

describe("a mail about a failing endpoint", () => {
  it("contains the fact, the duration, what happens next and what to do, in this order", () => {
    const { subject, text } = failingMail(failing);
    expect(subject).toBe("Webhooks to endpoint orders-prod have been failing since 13:31 UTC (Alder & Wren)");
    const parts = [
      "are failing. 23 attempts in a row have failed over 41 minutes.",
      "Failing since: 21 November 2026, 13:31 UTC",
      "Last failure:  status 503, 21 November 2026, 14:02 UTC",
      "Waiting:       3",
      "next attempt at 14:16 UTC",
      "Payments continue.",
      facts.page,
      "never disabled automatically",
    ];
    const positions = parts.map((part) => text.indexOf(part));
    expect(positions).not.toContain(-1);
    expect(positions).toEqual([...positions].sort((a, b) => a - b));
  });

  it("says that undelivered events are dropped and can be resent", () => {
    for (const circuitOpen of [true, false]) {
      const { text } = failingMail({ ...failing, circuitOpen });
      expect(text).not.toContain("nothing is lost");
      expect(text).toContain("are dropped; you can resend them.");
    }
  });

  it("names the date of a run older than a day", () => {
    const { subject, text } = failingMail({ ...failing, failingSince: new Date("2026-11-18T09:05:00Z") });
    expect(subject).toContain("since 18 November 2026, 09:05 UTC");
    expect(text).toContain("over 3 days.");
  });

  it("contains the retry schedule while the circuit is closed, and names the default URL", () => {
    const { subject, text } = failingMail({ ...failing, name: null, circuitOpen: false, nextTryAt: at("14:01") });
    expect(subject).toContain("Webhooks to your default URL have been failing");
    expect(text).toContain("ten times over three days, next attempt now.");
    expect(text).not.toMatch(/waiting; one|Retry now/);
  });

  it("contains no next attempt when nothing waits", () => {
    const { text } = failingMail({ ...failing, nextTryAt: null });
    expect(text).toContain("one at a time is attempted. When one succeeds");
    expect(text).toContain("press Retry now");
  });
});

describe("a mail about a recovered endpoint", () => {
  it("contains the time of recovery and of the first mail", () => {
    const { subject, text } = recoveredMail({ ...facts, recoveredAt: at("14:05"), notifiedAt: at("13:46") });
    expect(subject).toBe("Webhooks to endpoint orders-prod have been working again since 14:05 UTC (Alder & Wren)");
    expect(text).toContain("We notified you on 21 November 2026, 13:46 UTC");
  });
});

describe("a merchant's name", () => {
  /** Characters that break a line or change the text direction. */
  const UNSAFE = /[\p{C}\p{Zl}\p{Zp}]/u;

  it("stays on one line of the subject, whatever its characters", () => {
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

  it("control: the unchanged text would not", () => {
    expect("Endpoint orders (Acme\r\nBcc: all@example.com)").toMatch(UNSAFE);
    expect("Endpoint orders (\u202eemcA)").toMatch(UNSAFE);
  });
});
