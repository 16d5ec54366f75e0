import { beforeAll, describe, expect, it } from "vitest";
import { consentBody, dataOf, errorsOf, type Order, ukBank } from "../../../server/test/banks/ob-uk-tpp";
import { simbankOfThisFile } from "../../../server/test/banks/simbank";
import { keySetOf, newTpp, signDetached } from "../../../server/test/banks/tpp";
import { moveClock, query } from "../../../server/test/database";

const tpp = newTpp();
simbankOfThisFile(async () => Response.json(keySetOf(tpp)));
let bank: ReturnType<typeof ukBank>;
beforeAll(async () => {
  bank = ukBank(tpp, "barclays");
});

const statusOf = async (path: string) => dataOf(await bank.status(path))["Status"];

/** The number of debits for a consent, and the sum over all accounts. */
const moved = async (consentId: string) => {
  const { rows } = await query(
    `SELECT (SELECT count(*)::int FROM sim_entries WHERE payment_id = $1) AS entries,
        (SELECT coalesce(sum(side), 0)::text FROM (
          SELECT amount AS side FROM sim_entries JOIN sim_accounts ON sim_accounts.id = to_account_id
          UNION ALL SELECT -amount FROM sim_entries JOIN sim_accounts ON sim_accounts.id = from_account_id) AS sides) AS sum`,
    [consentId],
  );
  return rows[0] as { entries: number; sum: string };
};

/** A submitted payment. */
async function paid() {
  const from = await bank.approved();
  const submitted = await bank.submit(from);
  return { ...from, submitted, path: `domestic-payments/${String(dataOf(submitted)["DomesticPaymentId"])}` };
}

describe("a payment that the customer approves", () => {
  it("moves money by its submission and not before, once, and is then reported as credited", async () => {
    const { id, token, body } = await bank.approved();
    expect(await statusOf(`domestic-payment-consents/${id}`)).toBe("Authorised");
    expect((await moved(id)).entries).toBe(0);
    const submitted = await bank.submit({ token, body });
    expect(submitted.status).toBe(201);
    const path = `domestic-payments/${String(dataOf(submitted)["DomesticPaymentId"])}`;
    expect(await statusOf(`domestic-payment-consents/${id}`)).toBe("Consumed");
    await moveClock("2 seconds");
    expect(await statusOf(path)).toBe("AcceptedCreditSettlementCompleted");
    expect(await moved(id)).toEqual({ entries: 1, sum: "0" });
    const details = dataOf(await bank.status(`${path}/payment-details`))["PaymentStatus"];
    expect(details).toMatchObject([{ Status: "AcceptedCreditSettlementCompleted", StatusDetail: { Status: "ACCC" } }]);
  });

  it("is one payment, however often it is submitted with its key, and rejected with another", async () => {
    const from = await bank.approved();
    const answers = await Promise.all(Array.from({ length: 5 }, () => bank.submit(from, { key: "the same" })));
    const ids = new Set(answers.map((answer) => dataOf(answer)["DomesticPaymentId"]));
    expect([answers.map(({ status }) => status), ids.size]).toEqual([[201, 201, 201, 201, 201], 1]);
    const other = await bank.submit(from, { key: "another" });
    expect([other.status, errorsOf(other)]).toEqual([400, ["UK.OBIE.Resource.InvalidConsentStatus"]]);
    await moveClock("2 seconds");
    const later = await bank.submit(from, { key: "the same" });
    expect(dataOf(later)["Status"]).toBe("AcceptedCreditSettlementCompleted");
    expect((await moved(from.id)).entries).toBe(1);
    await moveClock("24 hours");
    const { json } = await bank.token({ grant_type: "client_credentials", scope: "payments" });
    expect(json["token_type"]).toBe("Bearer");
    expect((await bank.submit(from, { key: "the same" })).status).toBe(401);
    expect((await moved(from.id)).entries).toBe(1);
  });

  it("is submitted with the consent's own Initiation and Risk, or not at all", async () => {
    const { id, token, body } = await bank.approved();
    const spoil = async (change: (order: ReturnType<typeof consentBody> & { Data: { ConsentId: string } }) => void) => {
      const order = JSON.parse(body);
      change(order);
      return errorsOf(await bank.submit({ token, body: JSON.stringify(order) }));
    };
    const mismatch = ["UK.OBIE.Resource.ConsentMismatch"];
    expect(await spoil(({ Data }) => (Data.Initiation.InstructedAmount.Amount = "25.5"))).toEqual(mismatch);
    expect(await spoil(({ Data }) => (Data.Initiation.CreditorAccount.Identification = "00000087654321"))).toEqual(
      mismatch,
    );
    expect(await spoil(({ Risk }) => (Risk.PaymentContextCode = "Other"))).toEqual(mismatch);
    expect(await spoil(({ Data }) => (Data.ConsentId = "another"))).toEqual(mismatch);
    expect((await moved(id)).entries).toBe(0);
    const turned = { Risk: JSON.parse(body).Risk, Data: JSON.parse(body).Data };
    expect((await bank.submit({ token, body: JSON.stringify(turned) })).status).toBe(201);
  });

  it("by a key that another payment was submitted with, is refused", async () => {
    const first = await bank.approved();
    const second = await bank.approved();
    expect((await bank.submit(first, { key: "shared" })).status).toBe(201);
    const answer = await bank.submit(second, { key: "shared" });
    expect([answer.status, errorsOf(answer)]).toEqual([400, ["UK.OBIE.Header.Invalid"]]);
    expect((await moved(second.id)).entries).toBe(0);
    const others = [await bank.approved(), await bank.approved()];
    const raced = await Promise.all(others.map((from) => bank.submit(from, { key: "raced" })));
    expect(raced.map(({ status }) => status).sort()).toEqual([201, 400]);
  });

  it("reports whether there are funds while it is authorised", async () => {
    const { id, token, body } = await bank.approved({ amount: "50.00" }, "Savings");
    const ask = () =>
      bank.call("GET", `${bank.paymentInitiation}/domestic-payment-consents/${id}/funds-confirmation`, token);
    expect(dataOf(await ask())["FundsAvailableResult"]).toMatchObject({ FundsAvailable: false });
    const submitted = await bank.submit({ token, body });
    const path = `domestic-payments/${String(dataOf(submitted)["DomesticPaymentId"])}`;
    expect(await statusOf(path)).toBe("Rejected");
    const details = dataOf(await bank.status(`${path}/payment-details`))["PaymentStatus"];
    expect(JSON.stringify(details)).toContain("AM04: Insufficient funds");
    expect(errorsOf(await ask())).toEqual(["UK.OBIE.Resource.InvalidConsentStatus"]);
  });

  it("shows the debtor account only to a consent that requested it", async () => {
    const body = consentBody({});
    const asked = await bank.consent({}, { body: { ...body, Data: { ...body.Data, ReadRefundAccount: "Yes" } } });
    const { url } = await bank.authorise(asked.id);
    const { json } = await bank.exchange((await bank.response(url))["code"]);
    const order = { Data: { ConsentId: asked.id, Initiation: body.Data.Initiation }, Risk: body.Risk };
    const submitted = await bank.submit({ token: String(json["access_token"]), body: JSON.stringify(order) });
    expect(dataOf(submitted)["Refund"]).toMatchObject({ Account: { SchemeName: "UK.OBIE.SortCodeAccountNumber" } });
    expect(dataOf((await paid()).submitted)["Refund"]).toBeUndefined();
  });
});

describe("a consent", () => {
  it("repeated with its key is the same one, and with another body is refused", async () => {
    const body = consentBody({});
    const first = await bank.consent({}, { body, key: "consent" });
    const again = await bank.consent({}, { body, key: "consent" });
    expect([first.status, again.status, again.id]).toEqual([201, 201, first.id]);
    const other = await bank.consent({ amount: "1.00" }, { key: "consent" });
    expect([other.status, errorsOf(other)]).toEqual([400, ["UK.OBIE.Header.Invalid"]]);
    await moveClock("24 hours 1 second");
    expect((await bank.consent({}, { body, key: "consent" })).id).not.toBe(first.id);
  });

  it("is rejected after ten minutes without an approval", async () => {
    const { id } = await bank.consent();
    expect(await statusOf(`domestic-payment-consents/${id}`)).toBe("AwaitingAuthorisation");
    await moveClock("10 minutes 1 second");
    expect(await statusOf(`domestic-payment-consents/${id}`)).toBe("Rejected");
  });

  it.each<[string, Order, string]>([
    [
      "another currency",
      { changes: { InstructedAmount: { Amount: "1.00", Currency: "EUR" } } },
      "Unsupported.Currency",
    ],
    ["no amount", { amount: "0.00" }, "Field.Invalid"],
    ["more decimals than the currency has", { amount: "1.005" }, "Field.Invalid"],
    ["an instrument of elsewhere", { instrument: "UK.OBIE.SWIFT" }, "Unsupported.LocalInstrument"],
    ["a field of elsewhere", { changes: { Surprise: 1 } }, "Field.Unexpected"],
    ["a missing field", { changes: { EndToEndIdentification: undefined } }, "Field.Missing"],
    ["a NUL", { changes: { EndToEndIdentification: "a\0b" } }, "Resource.InvalidFormat"],
    [
      "an unknown kind of account",
      { changes: { CreditorAccount: { SchemeName: "UK.OBIE.PAN", Identification: "1", Name: "x" } } },
      "Unsupported.AccountIdentifier",
    ],
    [
      "a sort code that is too short",
      { changes: { CreditorAccount: { SchemeName: "UK.OBIE.SortCodeAccountNumber", Identification: "1", Name: "x" } } },
      "Field.Invalid",
    ],
  ])("with %s is refused with the standard's error", async (_what, order, code) => {
    const answer = await bank.consent(order);
    expect([answer.status, errorsOf(answer)]).toEqual([400, [`UK.OBIE.${code}`]]);
  });

  it("needs its headers", async () => {
    const body = JSON.stringify(consentBody({}));
    const call = (headers: Record<string, string>) =>
      bank.consent({}, { body, signed: false, headers: { "x-jws-signature": signDetached(tpp, body), ...headers } });
    expect(errorsOf(await call({}))).toEqual(["UK.OBIE.Header.Missing"]);
    expect(errorsOf(await call({ "x-idempotency-key": "x".repeat(41) }))).toEqual(["UK.OBIE.Header.Invalid"]);
    expect((await call({ "x-idempotency-key": "k", "Content-Type": "text/plain" })).status).toBe(415);
    const { status, headers } = await call({ "x-idempotency-key": "k", Authorization: "Bearer nobody's" });
    expect([status, headers.get("content-type")]).toEqual([401, null]);
  });

  it("belongs to its bank, and a bank without the instrument refuses it", async () => {
    const { id } = await bank.consent();
    const other = ukBank(tpp, "monzo");
    expect(errorsOf(await other.status(`domestic-payment-consents/${id}`))).toEqual(["UK.OBIE.Resource.NotFound"]);
    const answer = await other.consent({ instrument: "UK.OBIE.CHAPS" });
    expect(errorsOf(answer)).toEqual(["UK.OBIE.Unsupported.LocalInstrument"]);
    expect((await bank.consent({ instrument: "UK.OBIE.CHAPS" })).status).toBe(201);
  });
});

describe("the tokens", () => {
  it("of the client move no money, and those of the customer create no consent", async () => {
    const { id, token, body } = await bank.approved();
    const own = await bank.clientToken();
    expect((await bank.submit({ token: own, body })).status).toBe(403);
    const consents = `${bank.paymentInitiation}/domestic-payment-consents`;
    expect((await bank.call("POST", consents, token, { body: consentBody({}) })).status).toBe(403);
    expect((await bank.call("GET", `${consents}/${id}`, await bank.clientToken("accounts"))).status).toBe(403);
    expect((await bank.submit({ token: `${token}x`, body })).status).toBe(401);
    expect((await moved(id)).entries).toBe(0);
  });

  it("end after an hour", async () => {
    const { token, body, id } = await bank.approved();
    await moveClock("1 hour 1 second");
    expect((await bank.submit({ token, body })).status).toBe(401);
    expect((await moved(id)).entries).toBe(0);
  });
});
