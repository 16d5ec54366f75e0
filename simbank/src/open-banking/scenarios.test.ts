import { beforeAll, beforeEach, describe, expect, it } from "vitest";
import { fictitiousIban } from "../../../server/lib/money/iban";
import { dataOf, errorsOf, ukBank } from "../../../server/test/banks/ob-uk-tpp";
import { answerAtBank, simbankOfThisFile, tryOutcome } from "../../../server/test/banks/simbank";
import { keySetOf, newTpp, readJws } from "../../../server/test/banks/tpp";
import { moveClock, query } from "../../../server/test/database";
import { until } from "../../../server/test/until";
import { CORPORATE_BANK } from "../bank-name";

const tpp = newTpp();
simbankOfThisFile(async (request) => {
  if (request.method === "GET") return Response.json(keySetOf(tpp));
  expect(new URL(request.url).pathname).toBe("/bank-notifications/ob-uk");
  notifications.push({ type: request.headers.get("content-type"), token: await request.text() });
  return new Response(null, { status: 202 });
});
let bank: ReturnType<typeof ukBank>;
/** Notifications that the product received, with their media type. */
const notifications: { type: string | null; token: string }[] = [];
beforeAll(async () => {
  bank = ukBank(tpp, "natwest");
});
beforeEach(() => notifications.splice(0));

async function paid(reference: string) {
  const from = await bank.approved({ reference });
  const submitted = await bank.submit(from);
  const path = `domestic-payments/${String(dataOf(submitted)["DomesticPaymentId"])}`;
  const status = async () => dataOf(await bank.status(path))["Status"];
  return { ...from, submitted, path, status };
}

const entriesOf = async (consentId: string) => {
  const sql = "SELECT purpose FROM sim_entries WHERE payment_id = $1 OR returned_payment_id = $1 ORDER BY booked_at";
  return (await query(sql, [consentId])).rows.map(({ purpose }) => purpose);
};

describe("before the approval", () => {
  it("REFUSED: the consent is refused and not created", async () => {
    const answer = await bank.consent({ reference: "SIM-REFUSED" });
    expect([answer.status, errorsOf(answer)]).toEqual([400, ["UK.OBIE.Rules.AfterCutOffDateTime"]]);
  });

  it("DOWN: 503 twice, and then the bank is up", async () => {
    const body = (await bank.consent()).body;
    body.Data.Initiation.RemittanceInformation = { Reference: "SIM-DOWN" };
    const tries = [];
    for (const _try of [1, 2, 3]) tries.push((await bank.consent({}, { body, key: "down" })).status);
    expect(tries).toEqual([503, 503, 201]);
  });
});

it.each([
  ["approve", "The payment is sent when you return."],
  ["NORETURN", "You chose not to return, so it is never sent."],
])("an approval by %s that was not submitted: the page does not say that the bank processes it", async (by, text) => {
  const { id } = await bank.consent();
  const url = new URL((await bank.start(id)).headers.get("location") ?? "", bank.issuer).toString();
  await (by === "approve" ? answerAtBank(url, "approve") : tryOutcome(url, by));
  const page = await (await fetch(url)).text();
  expect(page).toContain(text);
  expect(page).not.toContain("processing");
});

describe("an answer that is lost", () => {
  it("LOST: consent and payment exist, and their keys find them: money moves once", async () => {
    const key = "lost consent";
    const body = { ...(await bank.consent()).body };
    body.Data.Initiation.RemittanceInformation = { Reference: "SIM-LOST" };
    await expect(bank.consent({}, { body, key })).rejects.toThrow();
    const made = await bank.consent({}, { body, key });
    expect(made.status).toBe(201);
    const { url } = await bank.authorise(made.id);
    const token = String((await bank.exchange((await bank.response(url))["code"])).json["access_token"]);
    const order = JSON.stringify({ Data: { ConsentId: made.id, ...body.Data }, Risk: body.Risk });
    await expect(bank.submit({ token, body: order }, { key: "lost payment" })).rejects.toThrow();
    expect(dataOf(await bank.status(`domestic-payment-consents/${made.id}`))["Status"]).toBe("Consumed");
    const again = await bank.submit({ token, body: order }, { key: "lost payment" });
    expect([again.status, await entriesOf(made.id)]).toEqual([201, ["payment"]]);
  });

  it("SLOW: the payment exists although its caller gave up", async () => {
    const from = await bank.approved({ reference: "Order 1" });
    await query("UPDATE sim_payments SET scenario = 'SLOW' WHERE id = $1", [from.id]);
    const cancelled = new AbortController();
    const unanswered = expect(bank.submit(from, { key: "slow", signal: cancelled.signal })).rejects.toThrow("abort");
    await until(async () => (await entriesOf(from.id)).length > 0);
    cancelled.abort();
    await unanswered;
    expect(await entriesOf(from.id)).toEqual(["payment"]);
    expect((await bank.submit(from, { key: "slow" })).status).toBe(201);
  });
});

describe("after the submission", () => {
  it("NOFUNDS: rejected, and nothing has moved", async () => {
    const { id, submitted, status } = await paid("SIM-NOFUNDS");
    expect([submitted.status, dataOf(submitted)["Status"], await status()]).toEqual([201, "Rejected", "Rejected"]);
    expect(await entriesOf(id)).toEqual([]);
  });

  it("STUCK: pending until the clock has moved far", async () => {
    const { status } = await paid("SIM-STUCK");
    await moveClock("3 days");
    expect(await status()).toBe("Pending");
    await moveClock("30 days");
    expect(await status()).toBe("AcceptedCreditSettlementCompleted");
  });

  it("LATEREJECT: in process for a day, and then rejected", async () => {
    const { id, path, status } = await paid("SIM-LATEREJECT");
    await moveClock("2 seconds");
    expect(await status()).toBe("AcceptedSettlementInProcess");
    await moveClock("1 day");
    expect([await status(), await entriesOf(id)]).toEqual(["Rejected", []]);
    expect((await bank.status(`${path}/payment-details`)).text).toContain("AC04");
  });

  it("ACSP: never reported as settled, although the money has arrived", async () => {
    const { id, status } = await paid("SIM-ACSP");
    await moveClock("1 day");
    expect([await status(), await entriesOf(id)]).toEqual(["AcceptedSettlementInProcess", ["payment"]]);
  });

  it("RETURN: settled, and then returned by a separate entry", async () => {
    const { id, status } = await paid("SIM-RETURN");
    await moveClock("2 minutes");
    expect([await status(), await entriesOf(id)]).toEqual(["AcceptedCreditSettlementCompleted", ["payment", "return"]]);
  });

  it("429: too many requests are refused with Retry-After", async () => {
    const { path } = await paid("SIM-429");
    const answers = [];
    for (const _question of [1, 2, 3]) answers.push(await bank.status(path));
    expect(answers.map(({ status, headers }) => [status, headers.get("retry-after")])).toEqual([
      [429, "2"],
      [429, "2"],
      [200, null],
    ]);
  });

  it("BROKEN: an unknown code, a gateway's page and an empty body, then the status", async () => {
    const { path } = await paid("SIM-BROKEN");
    await moveClock("2 seconds");
    const answers = [];
    for (const _question of [1, 2, 3, 4]) answers.push(await bank.status(path));
    expect(answers.map(({ status, headers }) => [status, headers.get("content-type")?.split(";")[0]])).toEqual([
      [200, "application/json"],
      [502, "text/html"],
      [200, "application/json"],
      [200, "application/json"],
    ]);
    expect(answers.map((answer) => dataOf(answer)["Status"])).toEqual([
      ...["XXXX", undefined, undefined, "AcceptedCreditSettlementCompleted"],
    ]);
  });

  it("is chosen on the approval page, too", async () => {
    const { id, body } = await bank.consent();
    const page = (await bank.start(id)).headers.get("location") ?? "";
    const answer = await tryOutcome(new URL(page, bank.issuer).toString(), "NOFUNDS");
    const { code } = await bank.response(answer.headers.get("location") ?? "");
    const token = String((await bank.exchange(code)).json["access_token"]);
    const order = { Data: { ConsentId: id, ...body.Data }, Risk: body.Risk };
    expect(dataOf(await bank.submit({ token, body: JSON.stringify(order) }))["Status"]).toBe("Rejected");
  });
});

describe("event notifications", () => {
  const subjectOf = (claims: Record<string, unknown> | undefined) =>
    claims?.["events"] as Record<string, { subject: Record<string, unknown> }> | undefined;

  it("PUSH: each change is sent once, by a token that the bank has signed", async () => {
    const { path, status } = await paid("SIM-PUSH");
    expect(notifications).toHaveLength(1);
    await moveClock("2 seconds");
    await Promise.all([status(), status(), status()]);
    expect(notifications.map(({ type }) => type)).toEqual(["application/jwt", "application/jwt"]);
    const key = await bank.key();
    const claims = notifications.map(({ token }) => readJws(token, key)?.claims);
    expect(claims[0]).toMatchObject({
      iss: bank.issuer,
      aud: "bankside-simulation",
      sub: `${bank.paymentInitiation}/${path}`,
    });
    const { subject } = subjectOf(claims[0])?.["urn:uk:org:openbanking:events:resource-update"] ?? {};
    expect(subject?.["http://openbanking.org.uk/rid"]).toBe(path.split("/")[1]);
    expect(subject?.["http://openbanking.org.uk/rty"]).toBe("domestic-payment");
    expect(new Set(claims.map((all) => all?.["jti"])).size).toBe(2);
  });

  it("MESSYPUSH: the same token twice, and then an older one", async () => {
    await paid("SIM-MESSYPUSH");
    const claims = await Promise.all(notifications.map(async ({ token }) => readJws(token, await bank.key())?.claims));
    const [first, second, third] = claims.map((all) => all?.["jti"]);
    expect([claims.length, first === second, first === third]).toEqual([3, true, false]);
    expect(Number(claims[2]?.["toe"])).toBeLessThanOrEqual(Number(claims[0]?.["toe"]));
  });

  it("FORGED: a token without a valid signature", async () => {
    await paid("SIM-FORGED");
    expect(notifications).toHaveLength(1);
    expect(readJws(notifications[0]?.token ?? "", await bank.key())).toBeNull();
  });

  it("are not sent for other payments", async () => {
    const { status } = await paid("Order 1");
    await moveClock("2 seconds");
    await status();
    expect(notifications).toEqual([]);
  });
});

it("credits the account with the IBAN, at the bank that has it", async () => {
  const iban = fictitiousIban("GBP", "a merchant");
  const added = `INSERT INTO sim_accounts (id, bank, kind, iban, currency, holder)
      VALUES (gen_random_uuid(), $1, 'corporate', $2, 'GBP', 'A merchant') RETURNING id`;
  const id = (await query(added, [CORPORATE_BANK, iban])).rows[0].id;
  const CreditorAccount = {
    ...{ SchemeName: "UK.OBIE.SortCodeAccountNumber", Identification: iban.slice(8), Name: "A merchant" },
  };
  const from = await bank.approved({ changes: { CreditorAccount } });
  await bank.submit(from);
  const sql = "SELECT to_account_id FROM sim_entries WHERE payment_id = $1";
  const { rows } = await query(sql, [from.id]);
  expect(rows).toEqual([{ to_account_id: id }]);
});
