import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { fictitiousIban } from "../../server/lib/money/iban";
import { berlinGroupDocument, hasBerlinGroupDocument } from "../../server/test/banks/berlin-group-document";
import { answerAtBank, simbankOfThisFile } from "../../server/test/banks/simbank";
import { type Reply, tppAt, type Wire } from "../../server/test/banks/xs2a";
import { moveClock } from "../../server/test/database";
import {
  startValidatingProxy,
  UPSTREAM,
  type ValidatingProxy,
  VIOLATIONS,
} from "../../server/test/documents/validating-proxy";

// Checks every kind of answer of the Berlin Group side with Prism and the standard's own file.

/** The document, with the paths of simulated banks. */
function documentOfSimulatedBanks(): object {
  const document = berlinGroupDocument() as { paths: Record<string, unknown> };
  const paths = Object.entries(document.paths).map(([path, item]) => [`/simbank/{bank}/xs2a${path}`, item]);
  return { ...document, paths: Object.fromEntries(paths) };
}

const PSU = { "PSU-IP-Address": "203.0.113.7" };
const AFTER_SETTLEMENT = "2 minutes";

describe.runIf(hasBerlinGroupDocument())("the simulated bank conforms to NextGenPSD2 1.3.11", () => {
  const simbank = simbankOfThisFile();
  let proxy: ValidatingProxy;
  /** `method status` of every answer, and Prism's violations. */
  const seen = new Set<string>();
  const wrong: unknown[] = [];
  const wire: Wire = async (url, { method, headers, body }) => {
    const through = new URL(url);
    const upstream = through.port;
    through.port = String(proxy.port);
    const all = new Headers(headers);
    all.set(UPSTREAM, upstream);
    const response = await fetch(through, { method, headers: all, ...(body === undefined ? {} : { body }) });
    seen.add(`${method} ${response.status}`);
    const violations = JSON.parse(response.headers.get(VIOLATIONS) ?? "[]") as { location: string[] }[];
    const found = violations.filter(({ location }) => location[0] === "response");
    if (found.length > 0) wrong.push({ method, path: through.pathname, status: response.status, found });
    return response;
  };

  beforeAll(async () => {
    proxy = await startValidatingProxy(documentOfSimulatedBanks());
  });
  afterAll(() => proxy.close());

  async function payment(bank: string, word: string, press: "approve" | "reject" | null, named = false) {
    const tpp = tppAt(bank, "sepa-credit-transfers", wire);
    const debtor = named ? { debtorAccount: { iban: fictitiousIban("EUR", `payer at ${bank}`) } } : {};
    const reply = await tpp.initiate({ remittanceInformationUnstructured: word, ...debtor });
    if (reply.status !== 201) return;
    const { links } = await tpp.started(reply, "paymentId");
    const ask = async () => {
      for (const name of ["status", "self", "scaStatus"]) if (links[name]) await tpp.call("GET", links[name]);
    };
    let url = links["scaRedirect"];
    if (links["startAuthorisation"]) {
      const { body } = await tpp.call("POST", links["startAuthorisation"], {});
      await tpp.call("GET", links["startAuthorisation"]);
      const { scaRedirect, scaStatus } = body["_links"] as Record<string, { href: string }>;
      await tpp.call("GET", scaStatus?.href ?? "");
      url = simbank.baseUrl + scaRedirect?.href;
    }
    await ask();
    if (press !== null && url) await answerAtBank(url, press);
    await ask();
    await tpp.call("DELETE", links["self"] ?? "");
    await ask();
  }

  async function accounts(bank: string) {
    const tpp = tppAt(bank, "sepa-credit-transfers", wire);
    const named = [{ iban: fictitiousIban("EUR", "seen"), currency: "EUR" }];
    const consent = await tpp.consentTo(tpp.consent({ accounts: named, balances: named, transactions: named }));
    const { links } = consent;
    const headers = { "Consent-ID": consent.id };
    await tpp.call("GET", `${tpp.root}/accounts`, undefined, headers);
    if (links["startAuthorisation"]) await tpp.call("POST", links["startAuthorisation"], {});
    if (links["scaRedirect"]) await answerAtBank(links["scaRedirect"], "approve");
    for (const name of ["status", "self", "scaStatus"]) if (links[name]) await tpp.call("GET", links[name]);
    const list: Reply = await tpp.call("GET", `${tpp.root}/accounts`, undefined, { ...headers, ...PSU });
    const [account] = (list.body["accounts"] ?? []) as { resourceId: string }[];
    const at = `${tpp.root}/accounts/${account?.resourceId ?? randomUUID()}`;
    const statement = `${at}/transactions?bookingStatus=booked&dateFrom=2026-01-01`;
    for (let turn = 0; turn < 5; turn += 1) await tpp.call("GET", `${at}/balances`, undefined, headers);
    await tpp.call("GET", statement, undefined, { ...headers, ...PSU });
    await tpp.call("GET", `${at}/transactions`, undefined, { ...headers, ...PSU });
    await tpp.call("GET", `${tpp.root}/accounts/${randomUUID()}/balances`, undefined, headers);
    await tpp.call("DELETE", links["self"] ?? "");
    await tpp.call("GET", links["status"] ?? "");
  }

  it("in every answer", { tags: "deep" }, async () => {
    for (const bank of ["millennium-bcp", "activobank", "bawag", "knab", "oberbank", "pop-pankki"]) {
      await payment(bank, "Order 3451", "approve");
    }
    await payment("comdirect", "Order 3451", "approve");
    await payment("comdirect", "Order 3451", "approve", true);
    await payment("commerzbank", "Order 3451", null);
    await payment("millennium-bcp", "Order 3451", "reject");
    await payment("millennium-bcp", "Order 3451", null);
    for (const word of ["REFUSED", "DOWN", "NOFUNDS", "STUCK", "LATEREJECT", "RETURN", "429"]) {
      await payment("millennium-bcp", `SIM-${word}`, "approve");
    }
    const tpp = tppAt("millennium-bcp", "sepa-credit-transfers", wire);
    const headers = { "X-Request-ID": randomUUID() };
    await tpp.initiate({}, headers);
    await tpp.initiate({}, headers);
    await tpp.initiate({ creditorName: 7 });
    await tpp.call("GET", `${tpp.root}/payments/sepa-credit-transfers/${randomUUID()}/status`);
    await tpp.call("GET", `${tpp.root}/consents/${randomUUID()}/status`);
    const credited = await tpp.withReference("SIM-RETURN", {
      creditorAccount: { iban: fictitiousIban("EUR", "seen") },
    });
    await answerAtBank(credited.links["scaRedirect"] ?? "", "approve");
    await moveClock(AFTER_SETTLEMENT);
    for (const bank of ["millennium-bcp", "activobank", "bawag", "knab", "riverbank"]) await accounts(bank);
    expect(wrong).toEqual([]);
    const answers = { GET: [200, 400, 401, 403, 404, 429], POST: [201, 400, 401, 503], DELETE: [204, 405] };
    const expected = Object.entries(answers).flatMap(([method, codes]) => codes.map((code) => `${method} ${code}`));
    expect([...seen].sort()).toEqual(expected.sort());
  });

  it("control: a code outside the standard is found", async () => {
    const tpp = tppAt("millennium-bcp", "sepa-credit-transfers", wire);
    const { links } = await tpp.withReference("SIM-BROKEN");
    await answerAtBank(links["scaRedirect"] ?? "", "approve");
    wrong.splice(0);
    for (let turn = 0; turn < 2; turn += 1) await tpp.call("GET", links["status"] ?? "");
    expect(wrong).toMatchObject([{ status: 200 }, { status: 502 }]);
  });
});
