import { describe, expect, it } from "vitest";
import { newId } from "../../lib/ids";
import { ACCEPTED, type FakeBank, newFakeBank, refusal } from "../../test/banks/fake-bank";
import { fetchStatusAt, kindOf, merchantCalls } from "../../test/banks/guarded-calls";
import { until } from "../../test/until";
import { berlinGroup } from "../berlin-group/connector";
import { connectorFor } from "../connector-for";
import type { BankCaller } from "./guard";

const balancesOf = ({ profile }: FakeBank, caller: BankCaller, deadlineMs: number) =>
  connectorFor(profile, caller).balances(profile, { consentId: "c", resourceId: "r", iban: "", deadlineMs });
const balances = (bank: FakeBank, deadlineMs: number) => balancesOf(bank, merchantCalls(), deadlineMs);

describe("the lanes to a bank", () => {
  const held: (() => void)[] = [];
  const hold = (bank: FakeBank) => {
    bank.answer = (request, response) => held.push(() => ACCEPTED(request, response));
  };
  const arrived = (bank: FakeBank, calls: number) => until(() => bank.calls === calls);

  it("are as many as the profile's concurrency, and a waiting call gets the next free one", async () => {
    const bank = await newFakeBank({ concurrency: 2 });
    hold(bank);
    const all = Array.from({ length: 5 }, () => fetchStatusAt(bank));
    for (let served = 0; served < 5; served += 1) {
      await arrived(bank, Math.min(5, served + 2));
      held.shift()?.();
      await Promise.race(all);
    }
    expect((await Promise.all(all)).map(kindOf)).toEqual(Array(5).fill("ok"));
    expect(bank.most).toBe(2);
  });

  it("control: are unlimited without the guard", async () => {
    const bank = await newFakeBank({ concurrency: 2 });
    hold(bank);
    const all = Array.from({ length: 5 }, () => fetchStatusAt(bank, berlinGroup));
    await arrived(bank, 5);
    for (const release of held.splice(0)) release();
    await Promise.all(all);
    expect(bank.most).toBe(5);
  });

  it("end a wait at the call's deadline: a call that was not sent is unavailable and no failure of the bank", async () => {
    const bank = await newFakeBank({ concurrency: 1 });
    hold(bank);
    const first = fetchStatusAt(bank);
    await arrived(bank, 1);
    const kinds: string[] = [];
    for (let asked = 0; asked < 6; asked += 1) kinds.push(kindOf(await balances(bank, 20)));
    expect(await balances(bank, 20)).toMatchObject({ notSent: true });
    expect(kinds).toEqual(Array(6).fill("unavailable"));
    expect(bank.calls).toBe(1);
    held.shift()?.();
    expect(kindOf(await first)).toBe("ok");
    bank.answer = ACCEPTED;
    expect(kindOf(await fetchStatusAt(bank))).toBe("ok");
  });

  it("are separate for each bank: one that hangs blocks no other", async () => {
    const [slow, quick] = [await newFakeBank({ concurrency: 1 }), await newFakeBank({ concurrency: 1 })];
    hold(slow);
    const hanging = fetchStatusAt(slow);
    await arrived(slow, 1);
    expect(kindOf(await fetchStatusAt(quick))).toBe("ok");
    held.shift()?.();
    await hanging;
  });
});

describe("one merchant's 40 calls that hang at a bank", () => {
  const CALLS = 40;
  const start = ({ profile }: FakeBank, caller: BankCaller) =>
    connectorFor(profile, caller).initiate(profile, {
      scheme: "SEPA_CREDIT_TRANSFER",
      body: JSON.stringify({ of: caller.merchantId }),
      idempotencyKey: newId(),
      psu: { ip: null, userAgent: null, locale: "en" },
      redirect: { uri: "https://pay.example/return", state: "s", secret: "x" },
    });

  /** The merchants whose calls reached the bank, in order. Calls of `hanging` wait for `release`; others are answered. */
  function bankThatKeeps(bank: FakeBank, hanging: string | null) {
    const order: (string | null)[] = [];
    const kept: (() => void)[] = [];
    bank.answer = (request, response, body) => {
      const { of } = JSON.parse(body) as { of: string | null };
      order.push(of);
      const answer = () => refusal(400, "PAYMENT_FAILED")(request, response);
      if (of === hanging) kept.push(answer);
      else answer();
    };
    const release = () => {
      for (const answer of kept.splice(0)) answer();
    };
    return { order, release };
  }

  async function released(calls: Promise<unknown>[], release: () => void): Promise<void> {
    let open = calls.length;
    for (const call of calls) void call.finally(() => (open -= 1));
    await until(() => {
      release();
      return open === 0;
    });
  }

  it.each([
    { environment: "test", concurrency: 16, most: 12 },
    { environment: "live", concurrency: 4, most: 3 },
  ] as const)(
    "leave a lane to another merchant in $environment: its 5 payments start before the next of the 40",
    async ({ environment, concurrency, most }) => {
      const bank = await newFakeBank({ environment, concurrency });
      const [first, second] = [merchantCalls(), merchantCalls()];
      const { order, release } = bankThatKeeps(bank, first.merchantId);
      const hanging = Array.from({ length: CALLS }, () => start(bank, first));
      await until(() => order.length === most);
      for (let paid = 0; paid < 5; paid += 1) expect(kindOf(await start(bank, second))).toBe("rejected");
      expect(order).toEqual([...Array(most).fill(first.merchantId), ...Array(5).fill(second.merchantId)]);
      await released(hanging, release);
    },
  );

  it.each([
    { environment: "test", concurrency: 16 },
    { environment: "live", concurrency: 4 },
  ] as const)(
    "keep it from all in $environment where they are taken for the same merchant's",
    async ({ environment, concurrency }) => {
      const bank = await newFakeBank({ environment, concurrency });
      const first = merchantCalls();
      const { order, release } = bankThatKeeps(bank, first.merchantId);
      const hanging = Array.from({ length: CALLS }, () => start(bank, first));
      await until(() => order.length === (concurrency * 3) / 4);
      expect(kindOf(await balancesOf(bank, first, 20))).toBe("unavailable");
      await released(hanging, release);
    },
  );
});
