import { beforeAll, expect, it } from "vitest";
import { simbankOfThisFile } from "../../server/test/banks/simbank";
import { type Started, tppAt } from "../../server/test/banks/xs2a";
import { query } from "../../server/test/database";
import { statementsSent } from "../../server/test/statements-sent";
import { until } from "../../server/test/until";

simbankOfThisFile();
beforeAll(async () => {
  // The first order of a process also deletes expired rows, these last, and does not wait for it.
  const counters = async (sql: string) => (await query(sql)).rowCount;
  await counters(
    "INSERT INTO sim_counters (key, count, created_at) VALUES ('expired', 1, app_now() - interval '8 days')",
  );
  await tpp().pay(SHOP);
  await until(async () => (await counters("SELECT FROM sim_counters WHERE key = 'expired'")) === 0);
});

const tpp = () => tppAt("millennium-bcp");
const SHOP = { creditorAccount: { iban: "PT50000201231234567890154" } };
const pageOf = ({ links }: Started) => links["scaRedirect"] ?? "";
const get = (address: string | undefined) => tpp().call("GET", address ?? "");
const answer = (payment: Started, form: Record<string, string>) =>
  fetch(pageOf(payment), { method: "POST", body: new URLSearchParams(form), redirect: "manual" });

/** A payment whose accounts are open, and the everyday account on its page. */
async function begun(): Promise<{ payment: Started; account: string }> {
  const open = async () => {
    const payment = await tpp().pay(SHOP);
    const html = await (await fetch(pageOf(payment))).text();
    return { payment, account: /value="([^"]+)"[^>]*\/><span[^>]*><b>Everyday account</.exec(html)?.[1] ?? "" };
  };
  const first = await open();
  await answer(first.payment, { answer: "approve", account: first.account });
  return open();
}

it("an initiation sends 1 statement, its page 2", async () => {
  await begun();
  let payment = {} as Started;
  const sent = await statementsSent(async () => {
    payment = await tpp().pay(SHOP);
  });
  expect(sent).toEqual([expect.stringContaining("INSERT INTO sim_payments")]);
  const shown = await statementsSent(() => fetch(pageOf(payment)));
  expect(shown.length, shown.join("\n")).toBe(2);
  expect(shown.filter((text) => /BEGIN|FOR (NO KEY )?UPDATE|INSERT|UPDATE sim/.test(text))).toEqual([]);
});

it("an approval sends 4 statements: BEGIN, the locks, the booking, COMMIT", async () => {
  const { payment, account } = await begun();
  const sent = await statementsSent(() => answer(payment, { answer: "approve", account }));
  const locks = expect.stringMatching(/FOR NO KEY UPDATE.*FOR NO KEY UPDATE OF a/s);
  const booking = expect.stringMatching(/INSERT INTO sim_entries.*UPDATE sim_payments/s);
  expect(sent).toEqual(["BEGIN", locks, booking, "COMMIT"]);
  expect(await tpp().statusOf(payment)).toMatch(/^AC/);
});

it("a rejection sends 4 statements, a cancellation by the caller 2", async () => {
  const rejected = await begun();
  expect((await statementsSent(() => answer(rejected.payment, { answer: "reject" }))).length).toBe(4);
  const { payment } = await begun();
  expect((await statementsSent(() => tpp().call("DELETE", payment.links["self"] ?? ""))).length).toBe(2);
});

it("each read of an approved payment sends 1 statement", async () => {
  const { payment, account } = await begun();
  await answer(payment, { answer: "approve", account });
  const { status, scaStatus, self } = payment.links;
  for (const address of [status, scaStatus, self, pageOf(payment)]) {
    const sent = await statementsSent(() => get(address));
    expect(sent.length, `${address} ${sent.join("\n")}`).toBe(1);
  }
});

it("control: a payment that is read twice is counted twice", async () => {
  const { payment } = await begun();
  const sent = await statementsSent(async () => {
    await get(payment.links["status"]);
    await get(payment.links["status"]);
  });
  expect(sent).toHaveLength(2);
});
