import { createServer } from "node:http";
import { beforeAll, describe, expect, it } from "vitest";
import { answerAtBank, chooseBank, openBankPage } from "../../server/developer-tools/test-payments/run-test-payment";
import { isSimulatedAddress } from "../../server/developer-tools/test-payments/scripted-customer";
import { withStepLimit } from "../../server/developer-tools/test-payments/step-limit";
import { newId } from "../../server/lib/ids";
import { debitsOf, eventsOf, storyOfThisFile, workDone } from "../../server/test/banks/payment-stories";
import { moveClock, query } from "../../server/test/database";
import { onLoopbackInTest } from "../../server/test/processes/loopback-in-test";
import { newTenant, ctx as operator } from "../../server/test/rows/fixtures";
import { GET } from "./route";

const notFound = async () => new Response(null, { status: 404 });
const story = storyOfThisFile((request) => (new URL(request.url).pathname === "/return" ? GET(request) : notFound()));
const { bank } = story;
let merchantId: string;

beforeAll(async () => {
  merchantId = story.tenant.merchantId;
});

/** A test payment that requests this outcome, and its ids. */
async function newPayment(word = "") {
  const reference = `Simulated ${newId().slice(-12)} ${word}`.trim();
  const { id, token: paymentToken } = await story.newPayment({ payment_reference: reference });
  return { id, paymentToken, reference, merchantId };
}

/** The bank has settled it, and its status was fetched. */
async function settled(): Promise<void> {
  await moveClock("10 seconds");
  await workDone();
}

/** All three steps. */
async function runTestPayment(word: string, press: "approve" | "reject" = "approve") {
  const payment = await newPayment(word);
  await chooseBank(operator, payment);
  const { html } = await openBankPage(operator, payment);
  expect(html).toContain("Approve this payment?");
  return { ...payment, answered: await answerAtBank(operator, { ...payment, press }) };
}

describe("a scripted test payment", () => {
  it("is initiated, approved on the bank's page over HTTP and returned, with one debit", async () => {
    const { id, reference, answered } = await runTestPayment("");
    expect(answered).toEqual({ returned: true, html: null });
    await settled();
    expect(await story.statusOf(id)).toBe("completed");
    expect(await debitsOf(reference)).toBe(1);
    expect(await eventsOf(id)).toEqual(["payment_request.pending", "payment_request.succeeded"]);
  });

  it.each([
    ["SIM-NOFUNDS", "approve", "failed"],
    ["SIM-CANCEL", "reject", "cancelled"],
  ] as const)("with %s has the bank's end, and no debit", async (word, press, status) => {
    const { id, reference, answered } = await runTestPayment(word, press);
    expect(answered.returned).toBe(true);
    await settled();
    expect(await story.statusOf(id)).toBe(status);
    expect(await debitsOf(reference)).toBe(0);
  });

  it.each([
    ["SIM-NORETURN", "You have approved this payment", 1],
    ["SIM-ABANDON", "You left without answering", 0],
  ])("with %s stays on the bank's page", async (word, title, debits) => {
    const { reference, answered } = await runTestPayment(word);
    expect(answered.returned).toBe(false);
    expect(answered.html).toContain(title);
    expect(await debitsOf(reference)).toBe(debits);
  });

  it("that the bank rejects at once starts nothing", async () => {
    const payment = await newPayment("SIM-REFUSED");
    await expect(chooseBank(operator, payment)).rejects.toMatchObject({ code: "BANK_UNAVAILABLE" });
    await expect(openBankPage(operator, payment)).rejects.toMatchObject({ code: "VALIDATION_ERROR" });
  });

  it("uses a bank of the merchant's market, or another one if there is none", async () => {
    const marketOf = async (country: string) => {
      const sql = "UPDATE merchants SET country = $2 WHERE id = $1";
      await query(sql, [merchantId, country]);
      const { bank: name } = await chooseBank(operator, await newPayment());
      const { rows } = await query<{ market: string }>("SELECT market FROM banks WHERE display_name = $1", [name]);
      return rows.map(({ market }) => market);
    };
    expect(await marketOf("DE")).toContain("DE");
    expect(await marketOf("PT")).toContain("PT");
    expect(await marketOf("ZZ")).not.toEqual([]);
  });

  it("runs each step once, however often it is sent", async () => {
    const payment = await newPayment();
    const before = story.paymentsAtBank();
    await Promise.all([chooseBank(operator, payment), chooseBank(operator, payment)]);
    expect(story.paymentsAtBank()).toBe(before + 1);
    await answerAtBank(operator, { ...payment, press: "approve" });
    const again = answerAtBank(operator, { ...payment, press: "approve" });
    await expect(again).rejects.toMatchObject({ code: "VALIDATION_ERROR" });
    expect(await debitsOf(payment.reference)).toBe(1);
  });
});

describe("a scripted test payment is refused", () => {
  const refused = { code: "PAYMENT_REQUEST_NOT_FOUND" };

  it("for another merchant's payment and for a live one", async () => {
    const payment = await newPayment();
    const stranger = { ...payment, merchantId: (await newTenant()).merchantId };
    await expect(chooseBank(operator, stranger)).rejects.toMatchObject(refused);
    await chooseBank(operator, payment);
    await expect(openBankPage(operator, stranger)).rejects.toMatchObject(refused);
    await expect(answerAtBank(operator, { ...stranger, press: "approve" })).rejects.toMatchObject(refused);
    await query("UPDATE payment_requests SET test = false WHERE id = $1", [payment.id]);
    await expect(chooseBank(operator, payment)).rejects.toMatchObject(refused);
    await expect(openBankPage(operator, payment)).rejects.toMatchObject(refused);
    expect(await debitsOf(payment.reference)).toBe(0);
  });

  it("at an address that is not the simulated bank's, also after a redirect of a bank", async () => {
    let visits = 0;
    const elsewhere = createServer((_request, response) => {
      visits += 1;
      response.end("<p>");
    });
    const { origin } = await onLoopbackInTest(elsewhere);
    const payment = await newPayment();
    await chooseBank(operator, payment);
    const url = `${origin}/simbank/bpi/approve/x`;
    const sql = "UPDATE payment_attempts SET sca_redirect_url = $2 WHERE payment_request_id = $1";
    await query(sql, [payment.id, url]);
    await expect(openBankPage(operator, payment)).rejects.toMatchObject({ code: "FORBIDDEN" });
    expect(visits).toBe(0);
  });

  it.each([
    ["simbank/bpi/approve/x", true],
    ["return?state=x", true],
    ["simbank/../api/v1/payment-links", false],
    ["simbank/%2e%2e/readyz", false],
    ["return/", false],
    ["console/try-it", false],
    ["", false],
  ])("the path %s of this installation is allowed: %s", (path, expected) => {
    expect(isSimulatedAddress(`${bank.baseUrl}/${path}`)).toBe(expected);
  });

  it.each([
    "http://x.example/simbank/a",
    "//x.example/return",
    "javascript:alert(1)",
    "file:///simbank/",
    "",
    "/return",
  ])("the address %s is refused", (address) => {
    expect(isSimulatedAddress(address)).toBe(false);
    const { host } = new URL(bank.baseUrl);
    expect(isSimulatedAddress(`http://${host}@x.example/simbank/a`)).toBe(false);
  });
});

describe("concurrent steps", () => {
  it("are limited to three per merchant, without effect on other merchants", async () => {
    let letGo = () => {};
    const gate = new Promise<void>((resolve) => {
      letGo = resolve;
    });
    const [one, other] = [newId(), newId()];
    const running = [1, 2, 3].map(() => withStepLimit(one, () => gate));
    await expect(withStepLimit(one, async () => "fourth")).rejects.toMatchObject({ code: "TOO_MANY_REQUESTS" });
    expect(await withStepLimit(other, async () => "free")).toBe("free");
    letGo();
    await Promise.all(running);
    await expect(withStepLimit(one, () => Promise.reject(new Error("broke")))).rejects.toThrow("broke");
    expect(await withStepLimit(one, async () => "free again")).toBe("free again");
  });
});
