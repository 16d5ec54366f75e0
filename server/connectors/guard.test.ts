import { describe, expect, it, vi } from "vitest";
import type { closeDb } from "../lib/db";
import { newId } from "../lib/ids";
import { moveClock, query, stopClock } from "../test/database";
import { ACCEPTED, ask, kindOf, type LoneBank, loneBanksOfEachTest, merchantCalls, refusal } from "../test/lone-bank";
import { until } from "../test/until";
import { berlinGroup } from "./berlin-group/connector";
import { connectorFor } from "./connector-for";
import type { BankCaller } from "./guard";
import type { Outcome } from "./port";

const BROKEN = refusal(500, "INTERNAL_SERVER_ERROR");
/** Beyond the first pause and its jitter; beyond half of it and not the whole. */
const PAUSE_OVER = "37 seconds";
const HALF_OVER = "20 seconds";

const newBank = loneBanksOfEachTest();

const start = ({ profile }: LoneBank, caller = merchantCalls()) =>
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

/** A bank that has failed five times, and is left alone. */
async function bankLeftAlone(): Promise<LoneBank> {
  const bank = await newBank();
  bank.answer = BROKEN;
  await times(5, () => ask(bank));
  return bank;
}

describe("a bank that does not answer", () => {
  it("is left alone after five calls in a row: the sixth is not sent", async () => {
    const bank = await newBank();
    bank.answer = BROKEN;
    expect(await times(6, () => ask(bank))).toEqual([...Array(5).fill("unknown"), "unavailable"]);
    expect(bank.calls).toBe(5);
    expect(kindOf(await start(bank))).toBe("unavailable");
    expect(bank.calls).toBe(5);
  });

  it("is called for ever by a connector without its guard", async () => {
    const bank = await newBank();
    bank.answer = BROKEN;
    expect(await times(8, () => ask(bank, berlinGroup))).toEqual(Array(8).fill("unknown"));
    expect(bank.calls).toBe(8);
  });

  it("is left alone as well when nobody listens there, and when it only stays silent", async () => {
    const gone = await newBank();
    await gone.close();
    expect(await times(6, () => ask(gone))).toEqual(Array(6).fill("unavailable"));
    const silent = await newBank();
    // The time of a call is up once it has reached the bank, however long it took to.
    const deadline = vi.spyOn(AbortSignal, "timeout").mockImplementation(() => {
      const time = new AbortController();
      silent.answer = () => time.abort(new DOMException("The time is up.", "TimeoutError"));
      return time.signal;
    });
    const kinds = await times(6, () => ask(silent)).finally(() => deadline.mockRestore());
    expect(kinds).toEqual([...Array(5).fill("unknown"), "unavailable"]);
    expect(silent.calls).toBe(5);
  });

  it("is not left alone while it answers in between, with a refusal as well", async () => {
    const bank = await newBank();
    for (const answer of [refusal(404, "RESOURCE_UNKNOWN"), refusal(429, "ACCESS_EXCEEDED"), ACCEPTED]) {
      bank.answer = BROKEN;
      expect(await times(4, () => ask(bank))).toEqual(Array(4).fill("unknown"));
      bank.answer = answer;
      expect(kindOf(await ask(bank))).not.toBe("unavailable");
    }
    expect(bank.calls).toBe(15);
  });

  it("is left alone by every process", async () => {
    const bank = await bankLeftAlone();
    vi.resetModules();
    const elsewhere = (await import("./connector-for")) as typeof import("./connector-for");
    const { closeDb: closeElsewhere } = (await import("../lib/db")) as { closeDb: typeof closeDb };
    expect(kindOf(await ask(bank, elsewhere.connectorFor(bank.profile, merchantCalls())))).toBe("unavailable");
    await closeElsewhere();
    expect(bank.calls).toBe(5);
  });
});

describe("a bank that fails the calls of one merchant only", () => {
  const askFor = (bank: LoneBank, caller: BankCaller) => ask(bank, connectorFor(bank.profile, caller));
  const [one, other] = [merchantCalls(), merchantCalls()];

  it("stays open after 12 failures in a row, until a call of another merchant's fails, too", async () => {
    const bank = await newBank();
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

  it("is left alone once they have gone on for two minutes", async () => {
    await stopClock();
    const bank = await newBank();
    bank.answer = BROKEN;
    await times(6, () => askFor(bank, one));
    await moveClock("119 seconds");
    expect(await times(2, () => askFor(bank, one))).toEqual(["unknown", "unknown"]);
    await moveClock("1 second");
    expect(await times(2, () => askFor(bank, one))).toEqual(["unknown", "unavailable"]);
  });

  it("counts no failure that a simulated scenario asked for, and its answers as signs of life", async () => {
    const bank = await newBank();
    const scenarios = [one, other].map((caller) => ({ ...caller, isScenario: true }));
    bank.answer = BROKEN;
    for (const caller of scenarios) await times(6, () => askFor(bank, caller));
    expect(await times(5, () => ask(bank))).toEqual(Array(5).fill("unknown"));
    expect(kindOf(await ask(bank))).toBe("unavailable");
    // Nor is it the one call that tries an open circuit; after the pause it goes beside that one.
    expect(await times(2, () => start(bank, scenarios[0]))).toEqual(["unavailable", "unavailable"]);
    await moveClock(PAUSE_OVER);
    expect(await times(2, () => askFor(bank, scenarios[0] ?? one))).toEqual(["unknown", "unknown"]);
    bank.answer = ACCEPTED;
    expect(kindOf(await askFor(bank, scenarios[1] ?? one))).toBe("ok");
    expect(kindOf(await start(bank))).not.toBe("unavailable");
  });
});

describe("after its pause", () => {
  it("one call of many tries the bank, and its answer opens the way for all", async () => {
    const bank = await bankLeftAlone();
    await moveClock(PAUSE_OVER);
    let answer = () => undefined as unknown;
    bank.answer = (request, response) => (answer = () => ACCEPTED(request, response));
    const kinds: string[] = [];
    const all = Array.from({ length: 4 }, async () => kinds.push(kindOf(await ask(bank))));
    // The one that tries has its answer when the others have been refused.
    await until(() => bank.calls === 6 && kinds.length === 3);
    answer();
    await Promise.all(all);
    expect(kinds).toEqual(["unavailable", "unavailable", "unavailable", "ok"]);
    expect(bank.calls).toBe(6);
    bank.answer = ACCEPTED;
    expect(await times(3, () => ask(bank))).toEqual(["ok", "ok", "ok"]);
  });

  it("a try in vain makes the next pause twice as long", async () => {
    const bank = await bankLeftAlone();
    await moveClock(PAUSE_OVER);
    expect(await times(3, () => start(bank))).toEqual(["unknown", "unavailable", "unavailable"]);
    await moveClock(PAUSE_OVER);
    expect(await times(1, () => start(bank))).toEqual(["unavailable"]);
    await moveClock(PAUSE_OVER);
    expect(await times(1, () => start(bank))).toEqual(["unknown"]);
    expect(bank.calls).toBe(7);
  });

  it("a question comes first: it may try the bank when nothing new may be started yet", async () => {
    await stopClock();
    const bank = await bankLeftAlone();
    await moveClock(HALF_OVER);
    bank.answer = ACCEPTED;
    expect(kindOf(await start(bank))).toBe("unavailable");
    expect(bank.calls).toBe(5);
    expect(kindOf(await ask(bank))).toBe("ok");
  });

  it("a probe whose process died holds up the next one for a minute", async () => {
    const bank = await bankLeftAlone();
    await query((client) =>
      client.query(
        "UPDATE bank_health SET open_until = app_now() + '60 s', question_from = app_now() + '60 s' WHERE profile_id = $1",
        [bank.profile.id],
      ),
    );
    await moveClock(PAUSE_OVER);
    expect(kindOf(await ask(bank))).toBe("unavailable");
    await moveClock("25 seconds");
    bank.answer = ACCEPTED;
    expect(kindOf(await ask(bank))).toBe("ok");
  });
});

describe("a bank that does not accept us", () => {
  it("is left alone at once", async () => {
    const bank = await newBank();
    bank.answer = refusal(401, "CERTIFICATE_BLOCKED");
    expect(await times(2, () => ask(bank))).toEqual(["auth", "unavailable"]);
    expect(bank.calls).toBe(1);
  });

  it("is not, when it is a person's token that it refuses", async () => {
    const bank = await newBank();
    bank.answer = refusal(401, "TOKEN_EXPIRED");
    expect(await times(7, () => ask(bank))).toEqual(Array(7).fill("auth"));
  });
});

describe("what a person brings back from the bank", () => {
  it("is taken while the bank is left alone, and says nothing of the bank when it is no more than words", async () => {
    const bank = await bankLeftAlone();
    const { profile } = bank;
    const outcome = await connectorFor(profile, merchantCalls()).completeRedirect(profile, {
      ref: { scheme: "SEPA_CREDIT_TRANSFER", bankPaymentId: "p1", consentId: null, links: {} },
      params: { state: "s", error: "access_denied" },
      redirect: { uri: "https://pay.example/return", state: "s", secret: "x" },
    });
    expect(outcome.ok).toBe(true);
    expect(kindOf(await ask(bank))).toBe("unavailable");
  });
});

it("the outcome of a call is not lost when its bookkeeping fails", async () => {
  const bank = await newBank();
  bank.answer = async (request, response) => {
    await query((client) => client.query("ALTER TABLE bank_health RENAME TO bank_health_away"));
    BROKEN(request, response);
  };
  try {
    expect(kindOf(await ask(bank))).toBe("unknown");
  } finally {
    await query((client) => client.query("ALTER TABLE bank_health_away RENAME TO bank_health"));
  }
});
