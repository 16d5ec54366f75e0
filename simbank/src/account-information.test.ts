import { beforeAll, describe, expect, it } from "vitest";
import { fictitiousIban } from "../../server/lib/money/iban";
import { accessTo as all, approvedConsent } from "../../server/test/banks/approved-consent";
import { answerAtBank, simbankOfThisFile } from "../../server/test/banks/simbank";
import { bankKey, codeOf, type Started, tppAt } from "../../server/test/banks/xs2a";
import { moveClock } from "../../server/test/database";
import { troubledIban } from "./troubled-accounts";

const BANK = "millennium-bcp";
const PSU = { "PSU-IP-Address": "203.0.113.7" };
const simbank = simbankOfThisFile();
let tpp: ReturnType<typeof tppAt>;
beforeAll(async () => {
  tpp = tppAt(BANK);
});

const statusOf = async ({ links }: Started) => (await tpp.call("GET", links["status"] ?? "")).body["consentStatus"];

const approved = (access: Record<string, unknown>, changed: Record<string, unknown> = {}) =>
  approvedConsent(tpp, access, changed);

describe("a consent", () => {
  it("is invalid until the customer approves it, shows what was approved, and expires", async () => {
    const iban = fictitiousIban("EUR", "a consent");
    const consent = await tpp.consentTo(tpp.consent(all(iban)));
    expect([consent.body["consentStatus"], await statusOf(consent)]).toEqual(["received", "received"]);
    const early = await tpp.call("GET", `${tpp.root}/accounts`, undefined, { "Consent-ID": consent.id });
    expect(codeOf(early)).toEqual([401, "CONSENT_INVALID", undefined]);
    const html = await (await fetch(consent.links["scaRedirect"] ?? "")).text();
    for (const words of [
      "Allow access to your accounts?",
      "Balances · Transactions",
      iban.slice(-4),
      "can’t move money",
    ])
      expect(html).toContain(words);
    await answerAtBank(consent.links["scaRedirect"] ?? "", "approve");
    expect(await statusOf(consent)).toBe("valid");
    const { body } = await tpp.call("GET", consent.links["self"] ?? "");
    expect(body).toMatchObject({
      access: all(iban),
      recurringIndicator: true,
      frequencyPerDay: 4,
      consentStatus: "valid",
    });
    await moveClock("181 days");
    expect(await statusOf(consent)).toBe("expired");
    const late = await tpp.call("GET", `${tpp.root}/accounts`, undefined, { "Consent-ID": consent.id });
    expect(codeOf(late)).toEqual([401, "CONSENT_EXPIRED", undefined]);
  });

  it("rejected or unanswered is rejected; a late answer changes nothing", async () => {
    const consent = await tpp.consentTo(tpp.consent(all(fictitiousIban("EUR", "rejected"))));
    const url = consent.links["scaRedirect"] ?? "";
    expect((await answerAtBank(url, "reject")).headers.get("location")).toBe(`${simbank.baseUrl}/nok`);
    expect(await (await answerAtBank(url, "approve")).text()).toContain("Access was rejected");
    expect(await statusOf(consent)).toBe("rejected");
    const slow = await tpp.consentTo(tpp.consent(all(fictitiousIban("EUR", "slow"))));
    await moveClock("10 minutes 1 second");
    expect(await (await answerAtBank(slow.links["scaRedirect"] ?? "", "approve")).text()).toContain(
      "Access was rejected",
    );
    expect(await statusOf(slow)).toBe("rejected");
  });

  it("can be revoked, and is invalid at once", async () => {
    const { consent, read } = await approved(all(fictitiousIban("EUR", "given back")));
    expect((await read("balances", PSU)).status).toBe(200);
    const remove = () => tpp.call("DELETE", consent.links["self"] ?? "");
    expect([(await remove()).status, (await remove()).status]).toEqual([204, 204]);
    expect(await statusOf(consent)).toBe("terminatedByTpp");
    expect(codeOf(await read("balances", PSU))).toEqual([401, "CONSENT_INVALID", undefined]);
  });

  it("covers the named accounts and services, and no other account, service or bank", async () => {
    const accounts = [{ iban: fictitiousIban("EUR", "narrow"), currency: "EUR" }];
    const { consent, read } = await approved({ accounts, balances: accounts });
    expect((await read("balances", PSU)).status).toBe(200);
    const query = "transactions?bookingStatus=booked&dateFrom=2026-01-01";
    expect(codeOf(await read(query, PSU))).toEqual([401, "CONSENT_INVALID", undefined]);
    const headers = { "Consent-ID": consent.id };
    const other = await tpp.call("GET", `${tpp.root}/accounts/${consent.id}/balances`, undefined, headers);
    expect(codeOf(other)).toEqual([404, "RESOURCE_UNKNOWN", undefined]);
    const elsewhere = await tpp.call("GET", `${tppAt("bpi").root}/accounts`, undefined, headers);
    expect(codeOf(elsewhere)).toEqual([403, "CONSENT_UNKNOWN", undefined]);
  });

  it("without named accounts lets the customer choose, among accounts in the bank's currency", async () => {
    const nothing = { accounts: [], balances: [], transactions: [] };
    const { accounts } = await approved(nothing);
    expect(accounts.map(({ iban }) => iban)).toEqual([fictitiousIban("EUR", `${BANK} everyday`)]);
    const danish = tppAt("danske-bank");
    const { links } = await danish.consentTo(danish.consent(nothing));
    expect(await (await fetch(links["scaRedirect"] ?? "")).text()).toContain("DKK");
  });

  it("without a ticked account asks again, and shows only ticked accounts", async () => {
    const nothing = { accounts: [], balances: [], transactions: [] };
    const { id, links } = await tpp.consentTo(tpp.consent(nothing));
    const url = links["scaRedirect"] ?? "";
    const press = (...chosen: string[]) => {
      const body = new URLSearchParams([["answer", "approve"], ...chosen.map((account) => ["account", account])]);
      return fetch(url, { method: "POST", body, redirect: "manual" });
    };
    expect(await (await press("another")).text()).toContain("Choose at least one account.");
    const html = await (await fetch(url)).text();
    const ids = [...html.matchAll(/type="checkbox"[^>]* value="([^"]+)"/g)].map(([, value]) => value ?? "");
    // The customer's three accounts, and the three fixed accounts with a fault.
    expect([ids.length, (await press(...ids.slice(1))).status]).toEqual([6, 303]);
    const headers = { "Consent-ID": id, ...PSU };
    const { body } = await tpp.call("GET", `${tpp.root}/accounts`, undefined, headers);
    const shown = (body["accounts"] as { resourceId: string }[]).map(({ resourceId }) => resourceId);
    expect(shown.sort()).toEqual(ids.slice(1).sort());
  });

  it.each([
    [
      "other accounts in one list",
      { accounts: all(fictitiousIban("EUR", "1")).accounts, balances: all(fictitiousIban("EUR", "2")).balances },
      {},
      "access",
    ],
    ["no list", {}, {}, "access"],
    ["an end in the past", all(fictitiousIban("EUR", "1")), { validUntil: "2020-01-01" }, "validUntil"],
    ["an account of another bank's shopper", all(fictitiousIban("EUR", "bpi everyday")), {}, "access"],
  ])("with %s is refused", async (_name, access, changed, path) => {
    const bpi = await tppAt("bpi").pay();
    await fetch(bpi.links["scaRedirect"] ?? "");
    expect(codeOf(await tpp.consent(access, changed)).at(2)).toBe(path);
  });
});

it.each([BANK, "riverbank"])("a consent at %s without PSU-IP-Address is refused, as in the standard", async (bank) => {
  const at = tppAt(bank);
  const reply = await at.consent(all(fictitiousIban("EUR", "no address")), {}, { "PSU-IP-Address": "" });
  expect(codeOf(reply)).toEqual([400, "FORMAT_ERROR", "PSU-IP-Address"]);
});

describe("the limit of unattended reads", () => {
  it("without a person present four times a day for each kind, with one as often as they like", async () => {
    const { read } = await approved(all(fictitiousIban("EUR", "often")), { frequencyPerDay: 100 });
    const statuses = async (times: number, what: string, more = {}) => {
      const seen: number[] = [];
      for (let turn = 0; turn < times; turn += 1) seen.push((await read(what, more)).status);
      return seen;
    };
    expect(await statuses(5, "balances")).toEqual([200, 200, 200, 200, 429]);
    const refused = await read("balances");
    expect([...codeOf(refused), refused.headers.has("retry-after")]).toEqual([429, "ACCESS_EXCEEDED", undefined, true]);
    expect(await statuses(6, "balances", PSU)).toEqual([200, 200, 200, 200, 200, 200]);
    expect(await statuses(5, "transactions?bookingStatus=booked&dateFrom=2026-01-01")).toEqual([
      200, 200, 200, 200, 429,
    ]);
    await moveClock("1 day");
    expect(await statuses(1, "balances")).toEqual([200]);
  });

  it("at the bank of corporate accounts as often as the consent requested", async () => {
    const bank = tppAt("riverbank");
    const { id } = await bank.consentTo(bank.consent(all(fictitiousIban("EUR", "corporate")), { frequencyPerDay: 5 }));
    const headers = { "Consent-ID": id };
    const { body } = await bank.call("GET", `${bank.root}/accounts`, undefined, headers);
    const [account] = body["accounts"] as [{ resourceId: string }];
    const statuses: number[] = [];
    for (let turn = 0; turn < 6; turn += 1) {
      const reply = await bank.call("GET", `${bank.root}/accounts/${account.resourceId}/balances`, undefined, headers);
      statuses.push(reply.status);
    }
    expect(statuses).toEqual([200, 200, 200, 200, 200, 429]);
  });
});

describe("accounts that are in trouble, by their fixed IBANs", () => {
  it.each([
    ["consent-expired", "DE", [401, "CONSENT_EXPIRED", undefined]],
    ["throttled", "DE", [429, "ACCESS_EXCEEDED", undefined]],
  ] as const)("%s", async (trouble, country, expected) => {
    const iban = troubledIban("EUR", trouble);
    expect(iban.slice(0, 2)).toBe(country);
    const { read } = await approved(all(iban));
    expect(codeOf(await read("balances", PSU))).toEqual(expected);
    expect(codeOf(await read("transactions?bookingStatus=booked&dateFrom=2026-01-01", PSU))).toEqual(expected);
  });

  it("slow: 20 s, longer than callers wait", async () => {
    const { consent, accounts } = await approved(all(troubledIban("EUR", "slow")));
    const url = `${tpp.root}/accounts/${accounts[0]?.resourceId}/balances`;
    const headers = { "X-Request-ID": consent.id, "Consent-ID": consent.id, ...bankKey() };
    await expect(fetch(url, { headers, signal: AbortSignal.timeout(500) })).rejects.toThrow(/timeout/);
  });
});

describe("at a bank that approves by OAuth", () => {
  it("the accounts are read with the consent's own token only", async () => {
    const bank = tppAt("bawag");
    const consent = await bank.consentTo(bank.consent(all(fictitiousIban("EUR", "oauth"))));
    const metadata = (await bank.call("GET", consent.links["scaOAuth"] ?? "")).body;
    const redirect_uri = `${simbank.baseUrl}/back`;
    const pkce = { code_challenge: "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM", code_challenge_method: "S256" };
    const asked = { response_type: "code", client_id: "c", scope: `AIS:${consent.id}`, redirect_uri, ...pkce };
    const begun = await bank.call("GET", `${metadata["authorization_endpoint"]}?${new URLSearchParams(asked)}`);
    const answer = await answerAtBank(simbank.baseUrl + begun.headers.get("location"), "approve");
    const code = new URL(answer.headers.get("location") ?? "").searchParams.get("code") ?? "";
    const code_verifier = "dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk"; // RFC 7636, appendix B
    const form = { grant_type: "authorization_code", code, client_id: "c", redirect_uri, code_verifier };
    const token = await fetch(String(metadata["token_endpoint"]), {
      method: "POST",
      headers: bankKey(),
      body: new URLSearchParams(form),
    });
    const { access_token, scope } = await token.json();
    expect(scope).toBe(`AIS:${consent.id}`);
    const read = (headers: Record<string, string>) =>
      bank.call("GET", `${bank.root}/accounts`, undefined, { "Consent-ID": consent.id, ...headers });
    expect(codeOf(await read({})).slice(0, 2)).toEqual([401, "TOKEN_UNKNOWN"]);
    expect(codeOf(await read({ Authorization: "Bearer other" })).slice(0, 2)).toEqual([401, "TOKEN_INVALID"]);
    expect((await read({ Authorization: `Bearer ${access_token}` })).status).toBe(200);
    await moveClock("1 hour 1 second");
    expect(codeOf(await read({ Authorization: `Bearer ${access_token}` })).slice(0, 2)).toEqual([401, "TOKEN_INVALID"]);
  });
});
