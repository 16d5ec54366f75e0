import { beforeAll, describe, expect, it } from "vitest";
import { paymentStories, type Story, storyOfThisFile } from "../../test/banks/payment-stories";
import { query } from "../../test/database";
import { until } from "../../test/until";

// Two independent merchants at one bank, over the public API.

const story = storyOfThisFile();
let other: Story;
beforeAll(async () => {
  other = await paymentStories(story.bank);
});

type Stories = Pick<typeof other, "newPayment" | "press">;

async function pay(merchant: Stories, bankId: string | undefined, reference = "Order 3451") {
  const { token } = await merchant.newPayment({ payment_reference: reference });
  return merchant.press(token, bankId);
}

/** Outcomes as the caller sees them: the status, and the error's code. */
async function outcomes(payments: Promise<{ status: number; error?: { code?: string } }>[]): Promise<Set<string>> {
  return new Set((await Promise.all(payments)).map(({ status, error }) => `${status} ${error?.code ?? ""}`.trim()));
}

const failuresNoted = async () => (await query("SELECT failures FROM bank_health WHERE failures > 0")).rows;

const initiationsAtBank = () => story.bank.called.filter((path) => /\/v1\/payments\/[^/]+$/.test(path)).length;

describe("one merchant's 40 payments that fail", () => {
  it("by SIM-DOWN do not count for the circuit: another merchant's payment starts at that bank", async () => {
    const bankId = story.banks[0];
    const failing = Array.from({ length: 40 }, (_, index) => pay(story, bankId, `Order ${index} SIM-DOWN`));
    expect(await outcomes(failing)).toEqual(new Set(["502 BANK_UNAVAILABLE"]));
    expect(await failuresNoted()).toEqual([]);
    expect((await pay(other, bankId)).status).toBe(200);
  });

  it("without SIM-DOWN open the circuit once another merchant's fail, too", async () => {
    const bankId = story.banks[1];
    const tppMessages = [{ category: "ERROR", code: "SERVICE_UNAVAILABLE" }];
    const isDown = () => Response.json({ tppMessages }, { status: 503 });
    /** A payment whose initiation fails, and its retry with the same key. */
    const failOnce = async (merchant: Stories) => {
      for (let calls = 0; calls < 2; calls += 1)
        story.bank.faults.push({ method: "POST", path: /\/v1\/payments\//, kind: isDown() });
      const reply = await pay(merchant, bankId);
      story.bank.faults.length = 0;
      return reply;
    };
    for (let failed = 0; failed < 8; failed += 1) expect((await failOnce(story)).status).toBe(502);
    expect((await pay(other, bankId)).status).toBe(200);
    for (let failed = 0; failed < 4; failed += 1) expect((await failOnce(story)).status).toBe(502);
    expect((await failOnce(other)).status).toBe(502);
    const before = initiationsAtBank();
    expect((await pay(other, bankId)).status).toBe(502);
    expect(initiationsAtBank()).toBe(before);
  });
});

it("one merchant's 40 payments that hang by SIM-SLOW leave lanes to another: its payments start before the 13th of the first", async () => {
  const bankId = story.banks[2];
  const before = initiationsAtBank();
  const hanging = Array.from({ length: 40 }, (_, index) => pay(story, bankId, `Order ${index} SIM-SLOW`));
  await until(() => initiationsAtBank() - before === 12);
  for (let paid = 0; paid < 5; paid += 1) expect((await pay(other, bankId)).status).toBe(200);
  expect(initiationsAtBank() - before).toBe(17);
  // The bank stops, which ends the hanging calls.
  await story.bank.close();
  await Promise.all(hanging);
});
