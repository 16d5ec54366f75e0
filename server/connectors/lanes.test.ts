import { describe, expect, it } from "vitest";
import { ACCEPTED, ask, kindOf, type LoneBank, loneBanksOfEachTest } from "../test/lone-bank";
import { until } from "../test/until";
import { berlinGroup } from "./berlin-group/connector";
import { connectorFor } from "./connector-for";

const newBank = loneBanksOfEachTest();
const balances = ({ profile }: LoneBank, deadlineMs: number) =>
  connectorFor(profile).balances(profile, { consentId: "c", resourceId: "r", deadlineMs });

describe("the lanes to a bank", () => {
  const held: (() => void)[] = [];
  const hold = (bank: LoneBank) => {
    bank.answer = (request, response) => held.push(() => ACCEPTED(request, response));
  };
  const arrived = (bank: LoneBank, calls: number) => until(() => bank.calls === calls);

  it("are as many as its profile says, and who waits gets the next one that is free", async () => {
    const bank = await newBank({ concurrency: 2 });
    hold(bank);
    const all = Array.from({ length: 5 }, () => ask(bank));
    for (let served = 0; served < 5; served += 1) {
      await arrived(bank, Math.min(5, served + 2));
      held.shift()?.();
      await Promise.race(all);
    }
    expect((await Promise.all(all)).map(kindOf)).toEqual(Array(5).fill("ok"));
    expect(bank.most).toBe(2);
  });

  it("are without number for a connector without its guard", async () => {
    const bank = await newBank({ concurrency: 2 });
    hold(bank);
    const all = Array.from({ length: 5 }, () => ask(bank, berlinGroup));
    await arrived(bank, 5);
    for (const release of held.splice(0)) release();
    await Promise.all(all);
    expect(bank.most).toBe(5);
  });

  it("let nobody wait beyond the call's own deadline: what was not sent is unavailable, and no fault of the bank", async () => {
    const bank = await newBank({ concurrency: 1 });
    hold(bank);
    const first = ask(bank);
    await arrived(bank, 1);
    const kinds: string[] = [];
    for (let asked = 0; asked < 6; asked += 1) kinds.push(kindOf(await balances(bank, 20)));
    expect(kinds).toEqual(Array(6).fill("unavailable"));
    expect(bank.calls).toBe(1);
    held.shift()?.();
    expect(kindOf(await first)).toBe("ok");
    bank.answer = ACCEPTED;
    expect(kindOf(await ask(bank))).toBe("ok");
  });

  it("are each bank's own: one that hangs holds up no other", async () => {
    const [slow, quick] = [await newBank({ concurrency: 1 }), await newBank({ concurrency: 1 })];
    hold(slow);
    const hanging = ask(slow);
    await arrived(slow, 1);
    expect(kindOf(await ask(quick))).toBe("ok");
    held.shift()?.();
    await hanging;
  });
});
