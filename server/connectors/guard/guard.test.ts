import { describe, expect, it, vi } from "vitest";
import type { closeDb } from "../../lib/db";
import { newId } from "../../lib/ids";
import { ACCEPTED, type FakeBank, json, newFakeBank, refusal } from "../../test/banks/fake-bank";
import { fetchStatusAt, kindOf, merchantCalls } from "../../test/banks/guarded-calls";
import { moveClock, query, stopClock } from "../../test/database";
import { until } from "../../test/until";
import { berlinGroup } from "../berlin-group/connector";
import { connectorFor } from "../connector-for";
import type { Outcome } from "../port";
import type { BankCaller } from "./guard";

const BROKEN = refusal(500, "INTERNAL_SERVER_ERROR");
/** After the first open period with its jitter; after half of it and before its end. */
const PAUSE_OVER = "37 seconds";
const HALF_OVER = "20 seconds";

const start = ({ profile }: FakeBank, caller = merchantCalls()) =>
  connectorFor(profile, caller).initiate(profile, {
    scheme: "SEPA_CREDIT_TRANSFER",
    body: "{}",
    idempotencyKey: newId(),
    psu: { ip: null, userAgent: null, locale: "en" },
    redirect: { uri: "https://pay.example/return", state: "s", secret: "x" },
  });

async function times(count: number, work: () => Promise<Outcome<unknown>>): Promise<string[]> {
  const kinds: string[] = [];
  for (let done = 0; done < count; done += 1) kinds.push(kindOf(await work()));
  return kinds;
}

/** A bank whose circuit is open after five failures. */
async function bankLeftAlone(): Promise<FakeBank> {
  const bank = await newFakeBank();
  bank.answer = BROKEN;
  await times(5, () => fetchStatusAt(bank));
  return bank;
}

describe("a bank that does not respond", () => {
  it("gets no sixth call after five failed ones", async () => {
    const bank = await newFakeBank();
    bank.answer = BROKEN;
    expect(await times(6, () => fetchStatusAt(bank))).toEqual([...Array(5).fill("unknown"), "unavailable"]);
    expect(bank.calls).toBe(5);
    expect(await start(bank)).toMatchObject({ kind: "unavailable", notSent: true });
    expect(bank.calls).toBe(5);
  });

  it("control: is called again and again without the guard", async () => {
    const bank = await newFakeBank();
    bank.answer = BROKEN;
    expect(await times(8, () => fetchStatusAt(bank, berlinGroup))).toEqual(Array(8).fill("unknown"));
    expect(bank.calls).toBe(8);
  });

  it("opens the circuit also by refused connections and by time-outs", async () => {
    const gone = await newFakeBank();
    await gone.close();
    expect(await times(6, () => fetchStatusAt(gone))).toEqual(Array(6).fill("unavailable"));
    const silent = await newFakeBank();
    // The call's deadline passes once it has reached the bank.
    const deadline = vi.spyOn(AbortSignal, "timeout").mockImplementation(() => {
      const time = new AbortController();
      silent.answer = () => time.abort(new DOMException("The time is up.", "TimeoutError"));
      return time.signal;
    });
    const kinds = await times(6, () => fetchStatusAt(silent)).finally(() => deadline.mockRestore());
    expect(kinds).toEqual([...Array(5).fill("unknown"), "unavailable"]);
    expect(silent.calls).toBe(5);
  });

  it("keeps the circuit closed while it responds in between, also with a refusal", async () => {
    const bank = await newFakeBank();
    for (const answer of [refusal(404, "RESOURCE_UNKNOWN"), refusal(429, "ACCESS_EXCEEDED"), ACCEPTED]) {
      bank.answer = BROKEN;
      expect(await times(4, () => fetchStatusAt(bank))).toEqual(Array(4).fill("unknown"));
      bank.answer = answer;
      expect(kindOf(await fetchStatusAt(bank))).not.toBe("unavailable");
    }
    expect(bank.calls).toBe(15);
  });

  it("is not called by any process", async () => {
    const bank = await bankLeftAlone();
    vi.resetModules();
    const elsewhere = (await import("../connector-for")) as typeof import("../connector-for");
    const { closeDb: closeElsewhere } = (await import("../../lib/db")) as { closeDb: typeof closeDb };
    expect(kindOf(await fetchStatusAt(bank, elsewhere.connectorFor(bank.profile, merchantCalls())))).toBe(
      "unavailable",
    );
    await closeElsewhere();
    expect(bank.calls).toBe(5);
  });
});

describe("a bank that fails the calls of one merchant only", () => {
  const askFor = (bank: FakeBank, caller: BankCaller) => fetchStatusAt(bank, connectorFor(bank.profile, caller));
  const [one, other] = [merchantCalls(), merchantCalls()];

  it("is still called after 12 failures, until another merchant's call fails too", async () => {
    const bank = await newFakeBank();
    bank.answer = BROKEN;
    expect(await times(12, () => askFor(bank, one))).toEqual(Array(12).fill("unknown"));
    bank.answer = ACCEPTED;
    expect(kindOf(await askFor(bank, other))).toBe("ok");
    bank.answer = BROKEN;
    await times(5, () => askFor(bank, one));
    expect(kindOf(await askFor(bank, other))).toBe("unknown");
    expect(kindOf(await askFor(bank, other))).toBe("unavailable");
    expect(bank.calls).toBe(19);
  });

  it("is not called any more once the failures have lasted two minutes", async () => {
    await stopClock();
    const bank = await newFakeBank();
    bank.answer = BROKEN;
    await times(6, () => askFor(bank, one));
    await moveClock("119 seconds");
    expect(await times(2, () => askFor(bank, one))).toEqual(["unknown", "unknown"]);
    await moveClock("1 second");
    expect(await times(2, () => askFor(bank, one))).toEqual(["unknown", "unavailable"]);
  });

  it("ignores failures of scenarios, and counts their responses", async () => {
    const bank = await newFakeBank();
    const scenarios = [one, other].map((caller) => ({ ...caller, isScenario: true }));
    bank.answer = BROKEN;
    for (const caller of scenarios) await times(6, () => askFor(bank, caller));
    expect(await times(5, () => fetchStatusAt(bank))).toEqual(Array(5).fill("unknown"));
    expect(kindOf(await fetchStatusAt(bank))).toBe("unavailable");
    // Nor is it the trial; after the open period it is sent beside the trial.
    expect(await times(2, () => start(bank, scenarios[0]))).toEqual(["unavailable", "unavailable"]);
    await moveClock(PAUSE_OVER);
    expect(await times(2, () => askFor(bank, scenarios[0] ?? one))).toEqual(["unknown", "unknown"]);
    bank.answer = ACCEPTED;
    expect(kindOf(await askFor(bank, scenarios[1] ?? one))).toBe("ok");
    expect(kindOf(await start(bank))).not.toBe("unavailable");
  });
});

describe("after the open period", () => {
  it("one of many calls is the trial, and its response closes the circuit", async () => {
    const bank = await bankLeftAlone();
    await moveClock(PAUSE_OVER);
    let answer = () => undefined as unknown;
    bank.answer = (request, response) => (answer = () => ACCEPTED(request, response));
    const kinds: string[] = [];
    const all = Array.from({ length: 4 }, async () => kinds.push(kindOf(await fetchStatusAt(bank))));
    // The trial gets its response after the others were refused.
    await until(() => bank.calls === 6 && kinds.length === 3);
    answer();
    await Promise.all(all);
    expect(kinds).toEqual(["unavailable", "unavailable", "unavailable", "ok"]);
    expect(bank.calls).toBe(6);
    bank.answer = ACCEPTED;
    expect(await times(3, () => fetchStatusAt(bank))).toEqual(["ok", "ok", "ok"]);
  });

  it("a failed trial doubles the open period", async () => {
    const bank = await bankLeftAlone();
    await moveClock(PAUSE_OVER);
    expect(await times(3, () => start(bank))).toEqual(["unknown", "unavailable", "unavailable"]);
    await moveClock(PAUSE_OVER);
    expect(await times(1, () => start(bank))).toEqual(["unavailable"]);
    await moveClock(PAUSE_OVER);
    expect(await times(1, () => start(bank))).toEqual(["unknown"]);
    expect(bank.calls).toBe(7);
  });

  it("a read may be the trial before new payments may be started", async () => {
    await stopClock();
    const bank = await bankLeftAlone();
    await moveClock(HALF_OVER);
    bank.answer = ACCEPTED;
    expect(kindOf(await start(bank))).toBe("unavailable");
    expect(bank.calls).toBe(5);
    expect(kindOf(await fetchStatusAt(bank))).toBe("ok");
  });

  it("a trial whose process died blocks the next one for a minute", async () => {
    const bank = await bankLeftAlone();
    await query(
      "UPDATE bank_health SET open_until = app_now() + '60 s', question_from = app_now() + '60 s' WHERE profile_id = $1",
      [bank.profile.id],
    );
    await moveClock(PAUSE_OVER);
    expect(kindOf(await fetchStatusAt(bank))).toBe("unavailable");
    await moveClock("25 seconds");
    bank.answer = ACCEPTED;
    expect(kindOf(await fetchStatusAt(bank))).toBe("ok");
  });
});

describe("a bank that refuses us", () => {
  it("opens the circuit immediately", async () => {
    const bank = await newFakeBank();
    bank.answer = refusal(401, "CERTIFICATE_BLOCKED");
    expect(await times(2, () => fetchStatusAt(bank))).toEqual(["auth", "unavailable"]);
    expect(bank.calls).toBe(1);
  });

  it("does not open the circuit for all by a 401 without a code to one payment's status", async () => {
    const bank = await newFakeBank();
    bank.answer = (_request, response) => json(response, 401, {});
    expect(await times(7, () => fetchStatusAt(bank))).toEqual(Array(7).fill("auth"));
    bank.answer = ACCEPTED;
    expect(kindOf(await fetchStatusAt(bank))).toBe("ok");
  });

  it("does not open the circuit when it refuses a PSU's token", async () => {
    const bank = await newFakeBank();
    bank.answer = refusal(401, "TOKEN_EXPIRED");
    expect(await times(7, () => fetchStatusAt(bank))).toEqual(Array(7).fill("auth"));
  });
});

describe("a PSU's return", () => {
  it("is processed while the circuit is open, and does not count when it is only the browser's parameters", async () => {
    const bank = await bankLeftAlone();
    const { profile } = bank;
    const outcome = await connectorFor(profile, merchantCalls()).completeRedirect(profile, {
      ref: { scheme: "SEPA_CREDIT_TRANSFER", bankPaymentId: "p1", consentId: null, links: {} },
      params: { state: "s", error: "access_denied" },
      redirect: { uri: "https://pay.example/return", state: "s", secret: "x" },
    });
    expect(outcome.ok).toBe(true);
    expect(kindOf(await fetchStatusAt(bank))).toBe("unavailable");
  });
});

it("a call's outcome is returned when recording it fails", async () => {
  const bank = await newFakeBank();
  bank.answer = async (request, response) => {
    await query("ALTER TABLE bank_health RENAME TO bank_health_away");
    BROKEN(request, response);
  };
  try {
    expect(kindOf(await fetchStatusAt(bank))).toBe("unknown");
  } finally {
    await query("ALTER TABLE bank_health_away RENAME TO bank_health");
  }
});
