import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Answer, dataOf, type Order, ukBank } from "../../../server/test/banks/ob-uk-tpp";
import { answerAtBank, startSimbank, type TestSimbank } from "../../../server/test/banks/simbank";
import { type Json, keySetOf, newTpp } from "../../../server/test/banks/tpp";
import { hasUkDocuments, type UkApi, ukDocument } from "../../../server/test/banks/uk-documents";
import { moveClock } from "../../../server/test/database";
import {
  startValidatingProxy,
  UPSTREAM,
  type ValidatingProxy,
  VIOLATIONS,
} from "../../../server/test/documents/validating-proxy";

// Checks every answer of the resources against the standard's own files with Prism, which third parties use to test banks.
const present = hasUkDocuments();
const BANK = "barclays";
const START_TIMEOUT_MS = 90_000;

const tpp = newTpp();
let simbank: TestSimbank;
const proxies: Partial<Record<UkApi, ValidatingProxy>> = {};
beforeAll(async () => {
  if (!present) return;
  simbank = await startSimbank(async () => Response.json(keySetOf(tpp)));
  for (const api of ["pisp", "aisp"] as const)
    proxies[api] = await startValidatingProxy(ukDocument(api, `/simbank/${BANK}/open-banking/v3.1/${api}`));
}, START_TIMEOUT_MS);
afterAll(async () => {
  await simbank?.close();
  for (const proxy of Object.values(proxies)) await proxy.close();
});

/** The bank behind the Prism of one API. */
function judged(api: UkApi) {
  const upstream = new URL(simbank.baseUrl).port;
  return ukBank(tpp, BANK, {
    origin: `http://127.0.0.1:${proxies[api]?.port}`,
    headers: { [UPSTREAM]: upstream },
  });
}

/** The violations that Prism found in an answer; some requests are wrong on purpose. */
function violationsOf({ headers }: Answer): string[] {
  const found = headers.get(VIOLATIONS);
  if (found === null) throw new Error("The answer was not judged.");
  const all = JSON.parse(found) as { location: string[]; message: string }[];
  return all
    .filter(({ location }) => location[0] === "response")
    .map(({ location, message }) => `${location.join(".")}: ${message}`);
}

async function pay(order: Order): Promise<Answer[]> {
  const bank = judged("pisp");
  const made = await bank.consent(order);
  if (made.status !== 201) return [made];
  const consent = `domestic-payment-consents/${made.id}`;
  const before = await bank.status(consent);
  const { url } = await bank.authorise(made.id);
  const token = String((await bank.exchange((await bank.response(url))["code"])).json["access_token"]);
  const body = JSON.stringify({ Data: { ConsentId: made.id, ...made.body.Data }, Risk: made.body.Risk });
  const funds = await bank.call("GET", `${bank.paymentInitiation}/${consent}/funds-confirmation`, token);
  const submitted = await bank.submit({ token, body });
  const again = await bank.submit({ token, body });
  const payment = `domestic-payments/${String(dataOf(submitted)["DomesticPaymentId"])}`;
  const after = [await bank.status(payment), await bank.status(`${payment}/payment-details`)];
  await moveClock("2 seconds");
  const settled = [await bank.status(payment), await bank.status(`${payment}/payment-details`)];
  return [made, before, funds, submitted, again, await bank.status(consent), ...after, ...settled];
}

async function lookAtAccounts(): Promise<Answer[]> {
  const bank = judged("aisp");
  const consents = `${bank.accountInformation}/account-access-consents`;
  const own = await bank.clientToken("accounts");
  const Permissions = [
    ...["ReadAccountsDetail", "ReadBalances", "ReadTransactionsDetail"],
    ...["ReadTransactionsCredits", "ReadTransactionsDebits"],
  ];
  const ExpirationDateTime = new Date(Date.now() + 86_400_000).toISOString();
  const asked = await bank.call("POST", consents, own, {
    body: { Data: { Permissions, ExpirationDateTime }, Risk: {} },
  });
  const id = String(dataOf(asked)["ConsentId"]);
  const page = (await bank.start(id, { scope: "openid accounts" })).headers.get("location") ?? "";
  const answer = await answerAtBank(new URL(page, bank.issuer).toString(), "approve");
  const { json } = await bank.exchange((await bank.response(answer.headers.get("location") ?? ""))["code"]);
  const get = (name: string) => bank.call("GET", `${bank.accountInformation}/${name}`, String(json["access_token"]));
  const accounts = await get("accounts");
  const account = `accounts/${String((dataOf(accounts)["Account"] as Json[])[0]?.["AccountId"])}`;
  const read = [await get(account), await get(`${account}/balances`), await get(`${account}/transactions`)];
  const ends = [await bank.call("GET", `${consents}/${id}`, own), await bank.call("DELETE", `${consents}/${id}`, own)];
  const wrong = [
    await get("accounts"),
    await bank.call("GET", `${bank.accountInformation}/accounts`, "nobody's"),
    await bank.call("POST", consents, own, { body: { Data: {}, Risk: {} } }),
  ];
  return [asked, accounts, ...read, ...ends, ...wrong];
}

describe.runIf(present)("the simulated bank conforms to UK Open Banking 3.1.11", () => {
  it("in every answer about payments", { tags: "deep" }, async () => {
    const bank = judged("pisp");
    const busy = await pay({ reference: "SIM-429" });
    const answers = [
      ...(await pay({})),
      ...(await pay({ reference: "SIM-NOFUNDS", instrument: "UK.OBIE.BACS" })),
      ...(await pay({ reference: "SIM-REFUSED" })),
      ...(await pay({ amount: "0.00", changes: { Surprise: true } })),
      ...busy,
      await bank.call("GET", `${bank.paymentInitiation}/domestic-payments/x`, "nobody's"),
      await bank.status("domestic-payments/00000000-0000-7000-8000-000000000000"),
      await bank.call("POST", `${bank.paymentInitiation}/domestic-payments`, await bank.clientToken(), { body: "{}" }),
    ];
    expect(answers.flatMap((answer) => violationsOf(answer).map((said) => `${answer.status} ${said}`))).toEqual([]);
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200, 201, 400, 401, 403, 429]));
  });

  it("in every answer about accounts", { tags: "deep" }, async () => {
    await judged("pisp").submit(await judged("pisp").approved());
    const answers = await lookAtAccounts();
    expect(answers.flatMap((answer) => violationsOf(answer).map((said) => `${answer.status} ${said}`))).toEqual([]);
    expect(answers.map(({ status }) => status)).toEqual([201, 200, 200, 200, 200, 200, 204, 403, 401, 400]);
  });

  it("control: a wrong value, a missing field, a missing header and an undocumented response are found", async () => {
    const bank = judged("pisp");
    const { id } = await bank.consent();
    const consent = `domestic-payment-consents/${id}`;
    const good = await bank.status(consent);
    expect(violationsOf(good)).toEqual([]);
    const broken = async (body: string, headers: Record<string, string>, status = 200) => {
      const own = await bank.clientToken();
      simbank.faults.push({ method: "GET", kind: new Response(body, { status, headers }) });
      return violationsOf(await bank.call("GET", `${bank.paymentInitiation}/${consent}`, own)).length > 0;
    };
    const headers = { "Content-Type": "application/json", "x-fapi-interaction-id": id, "x-jws-signature": "a..b" };
    expect(await broken(good.text, headers)).toBe(false);
    expect(await broken(good.text.replace("AwaitingAuthorisation", "Waiting"), headers)).toBe(true);
    expect(await broken(good.text.replace('"ConsentId"', '"Consent"'), headers)).toBe(true);
    const { "x-jws-signature": _signature, ...unsigned } = headers;
    expect(await broken(good.text, unsigned)).toBe(true);
    expect(await broken("{}", headers, 418)).toBe(true);
  });
});
