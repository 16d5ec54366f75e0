import { createHash, randomBytes, randomUUID } from "node:crypto";
import { describe, expect, it } from "vitest";
import { fictitiousIban } from "../../server/lib/money/iban";
import { answerAtBank, simbankOfThisFile } from "../../server/test/banks/simbank";
import { bankKey, codeOf, type Started, tppAt } from "../../server/test/banks/xs2a";
import { moveClock, query } from "../../server/test/database";

const simbank = simbankOfThisFile();

const namesOf = ({ links }: Started) => Object.keys(links).sort();

describe("a bank with explicit authorisation", () => {
  it("returns the redirect once requested, the same one again, and not after the answer", async () => {
    const tpp = tppAt("activobank");
    const payment = await tpp.pay();
    expect(namesOf(payment)).toEqual(["self", "startAuthorisation", "status"]);
    const asked = () => tpp.call("POST", payment.links["startAuthorisation"] ?? "", {});
    const list = () => tpp.call("GET", payment.links["startAuthorisation"] ?? "");
    expect((await list()).body).toEqual({ authorisationIds: [] });
    const [first, second] = [await asked(), await asked()];
    expect([first.status, first.body["scaStatus"]]).toEqual([201, "received"]);
    expect(second.body).toEqual(first.body);
    expect((await list()).body).toEqual({ authorisationIds: [first.body["authorisationId"]] });
    const { scaRedirect, scaStatus } = first.body["_links"] as Record<string, { href: string }>;
    await answerAtBank(simbank.baseUrl + scaRedirect?.href, "approve");
    expect((await tpp.call("GET", scaStatus?.href ?? "")).body).toEqual({ scaStatus: "finalised" });
    expect(codeOf(await asked())).toEqual([409, "STATUS_INVALID", undefined]);
  });
});

describe("a bank that approves by OAuth", () => {
  const verifier = randomBytes(32).toString("base64url");
  const challenge = createHash("sha256").update(verifier).digest("base64url");
  const redirectUri = () => `${simbank.baseUrl}/back?of=ours`;

  async function begun(changed: Record<string, string> = {}) {
    const tpp = tppAt("bawag");
    const payment = await tpp.pay();
    const { body } = await tpp.call("GET", payment.links["scaOAuth"] ?? "");
    const query = new URLSearchParams({
      response_type: "code",
      client_id: "PSDXX-1",
      redirect_uri: redirectUri(),
      scope: `PIS:${payment.id}`,
      state: "s1",
      code_challenge: challenge,
      code_challenge_method: "S256",
      ...changed,
    });
    const reply = await tpp.call("GET", `${body["authorization_endpoint"]}?${query}`);
    return { tpp, payment, metadata: body, reply, location: reply.headers.get("location") ?? "" };
  }

  const exchange = (endpoint: unknown, form: Record<string, string>) =>
    fetch(String(endpoint), {
      method: "POST",
      headers: bankKey(),
      body: new URLSearchParams({ grant_type: "authorization_code", ...form }),
    });

  it("offers no other approval, and links to its authorisation server", async () => {
    const { payment, metadata } = await begun();
    expect(namesOf(payment)).toEqual(["scaOAuth", "scaStatus", "self", "status"]);
    expect(payment.links["scaOAuth"]).toBe(`${metadata["issuer"]}/.well-known/oauth-authorization-server`);
    expect(metadata["code_challenge_methods_supported"]).toEqual(["S256"]);
    const id = payment.links["scaStatus"]?.split("/").at(-1);
    expect((await fetch(`${simbank.baseUrl}/simbank/bawag/approve/${id}`)).status).toBe(404);
  });

  it("a code is returned with the state, is valid once, and only with the request's parameters", async () => {
    const { tpp, payment, metadata, location } = await begun();
    const back = new URL((await answerAtBank(simbank.baseUrl + location, "approve")).headers.get("location") ?? "");
    expect([back.pathname, back.searchParams.get("of"), back.searchParams.get("state")]).toEqual([
      "/back",
      "ours",
      "s1",
    ]);
    expect(await tpp.statusOf(payment)).toMatch(/^AC/);
    // Opening the page again redirects with the same code, so that the code already sent stays valid.
    expect(await (await fetch(simbank.baseUrl + location)).text()).toContain(back.search.replaceAll("&", "&amp;"));
    const code = back.searchParams.get("code") ?? "";
    const right = { code, client_id: "PSDXX-1", redirect_uri: redirectUri(), code_verifier: verifier };
    const good = await exchange(metadata["token_endpoint"], right);
    expect([good.status, (await good.json()).scope]).toEqual([200, `PIS:${payment.id}`]);
    const again = await exchange(metadata["token_endpoint"], right);
    expect([again.status, await again.json()]).toEqual([400, { error: "invalid_grant" }]);
  });

  it.each(["client_id", "redirect_uri", "code_verifier"])(
    "a code with another %s is refused, and is used up",
    async (name) => {
      const { metadata, location } = await begun();
      const back = new URL((await answerAtBank(simbank.baseUrl + location, "approve")).headers.get("location") ?? "");
      const code = back.searchParams.get("code") ?? "";
      const right = { code, client_id: "PSDXX-1", redirect_uri: redirectUri(), code_verifier: verifier };
      expect((await exchange(metadata["token_endpoint"], { ...right, [name]: "another" })).status).toBe(400);
      expect((await exchange(metadata["token_endpoint"], right)).status).toBe(400);
    },
  );

  it("a code whose exchange fails in the database is not used up", async () => {
    const { metadata, location } = await begun();
    const back = new URL((await answerAtBank(simbank.baseUrl + location, "approve")).headers.get("location") ?? "");
    const code = back.searchParams.get("code") ?? "";
    const right = { code, client_id: "PSDXX-1", redirect_uri: redirectUri(), code_verifier: verifier };
    await query("ALTER TABLE sim_oauth_requests ADD CONSTRAINT planted CHECK (token_hash IS NULL) NOT VALID");
    expect((await exchange(metadata["token_endpoint"], right)).status).toBe(500);
    await query("ALTER TABLE sim_oauth_requests DROP CONSTRAINT planted");
    expect((await exchange(metadata["token_endpoint"], right)).status).toBe(200);
  });

  it("a code older than five minutes is refused", async () => {
    const { metadata, location } = await begun();
    const back = new URL((await answerAtBank(simbank.baseUrl + location, "approve")).headers.get("location") ?? "");
    const code = back.searchParams.get("code") ?? "";
    await moveClock("5 minutes 1 second");
    const right = { code, client_id: "PSDXX-1", redirect_uri: redirectUri(), code_verifier: verifier };
    expect((await exchange(metadata["token_endpoint"], right)).status).toBe(400);
  });

  it("a rejection is returned as access_denied", async () => {
    const { tpp, payment, location } = await begun();
    const back = new URL((await answerAtBank(simbank.baseUrl + location, "reject")).headers.get("location") ?? "");
    expect(Object.fromEntries(back.searchParams)).toEqual({ of: "ours", error: "access_denied", state: "s1" });
    expect(await tpp.statusOf(payment)).toBe("CANC");
  });

  it("an invalid request is redirected as an error, and never to a foreign address", async () => {
    expect((await begun({ scope: `PIS:${randomUUID()}` })).location).toContain("error=invalid_scope");
    expect((await begun({ code_challenge_method: "plain" })).location).toContain("error=invalid_request");
    const foreign = await begun({ redirect_uri: "https://elsewhere.example/" });
    expect([foreign.reply.status, foreign.location]).toEqual([400, ""]);
  });
});

const linkIn = ({ body }: { body: Record<string, unknown> }) => /http\S+/.exec(String(body["psuMessage"]))?.[0] ?? "";

describe("a bank whose approvals are in its app (decoupled)", () => {
  it("names the app, shows there the payment of its code, and has no redirect", async () => {
    const tpp = tppAt("knab");
    const payment = await tpp.pay(
      { creditorName: "Only at Knab" },
      { "TPP-Redirect-URI": "", "TPP-Nok-Redirect-URI": "" },
    );
    expect(namesOf(payment)).toEqual(["scaStatus", "self", "status"]);
    expect(payment.headers.get("aspsp-sca-approach")).toBe("DECOUPLED");
    const app = `${simbank.baseUrl}/simbank/knab/app`;
    const own = linkIn(payment);
    expect(own).toContain(`${app}?code=`);
    const html = await (await fetch(own)).text();
    expect(html).toContain("€25.50 to Only at Knab");
    const path = /href="(approve\/[^"]+)"/.exec(html)?.[1] ?? "";
    const answer = await answerAtBank(new URL(path, app).href, "approve");
    expect([answer.status, answer.headers.get("location")]).toEqual([200, null]);
    expect(await answer.text()).toContain("You have approved this payment");
    expect(await (await fetch(own)).text()).toContain("No payment found for this code.");
    await moveClock("2 seconds");
    expect(await tpp.statusOf(payment)).toBe("ACSC");
    expect((await fetch(`${simbank.baseUrl}/simbank/bpi/app`)).status).toBe(404);
  });

  it("shows no payment of another customer, neither without a code nor with one's own", async () => {
    const tpp = tppAt("knab");
    const [own, another] = [
      await tpp.pay({ creditorName: "My own" }),
      await tpp.pay({ creditorName: "Kestrel Bicycles" }),
    ];
    const app = `${simbank.baseUrl}/simbank/knab/app`;
    const pages = await Promise.all(
      [app, `${app}?code=`, `${app}?code=%25`, linkIn(own)].map(async (url) => (await fetch(url)).text()),
    );
    expect(pages.map((html) => [html.includes("Kestrel Bicycles"), html.includes("approve/")])).toEqual([
      [false, false],
      [false, false],
      [false, false],
      [false, true],
    ]);
    expect(await (await fetch(linkIn(another))).text()).toContain("Kestrel Bicycles");
    const typed = linkIn(another)
      .replace("-", "")
      .toLowerCase()
      .replace(/^(http.*)code=/, "$1code=+");
    expect(await (await fetch(typed)).text()).toContain("Kestrel Bicycles");
  });
});

describe("the payer's account", () => {
  it("is required if the bank needs it", async () => {
    expect(codeOf(await tppAt("comdirect").initiate())).toEqual([400, "FORMAT_ERROR", "debtorAccount"]);
  });

  it("that was named is first on the page, is created on first use, and is debited", async () => {
    const tpp = tppAt("comdirect");
    const iban = fictitiousIban("EUR", "a payer of comdirect");
    const payment = await tpp.pay({ debtorAccount: { iban } });
    const url = payment.links["scaRedirect"] ?? "";
    const html = await (await fetch(url)).text();
    expect([...html.matchAll(/<b>([^<]+)<\/b><small class="num">•••• (\d{4})/g)].map(([, label]) => label)[0]).toBe(
      "Named account",
    );
    expect(html).toContain(`•••• ${iban.slice(-4)}`);
    await answerAtBank(url, "approve", "Named account");
    await moveClock("2 seconds");
    expect(await tpp.statusOf(payment)).toBe("ACSC");
  });

  it("of a merchant, or of another bank's customer, cannot pay", async () => {
    const tpp = tppAt("comdirect");
    const iban = fictitiousIban("EUR", "a merchant");
    const first = await tpp.pay({ debtorAccount: { iban: fictitiousIban("EUR", "p") }, creditorAccount: { iban } });
    await answerAtBank(first.links["scaRedirect"] ?? "", "approve", "Named account");
    expect(codeOf(await tpp.initiate({ debtorAccount: { iban } }))).toEqual([400, "FORMAT_ERROR", "debtorAccount"]);
    const elsewhere = await tppAt("beobank").initiate({ debtorAccount: { iban: fictitiousIban("EUR", "p") } });
    expect(codeOf(elsewhere)).toEqual([400, "FORMAT_ERROR", "debtorAccount"]);
  });
});

describe("single requirements", () => {
  it("a bank without idempotency makes a second payment of a repeated key", async () => {
    const headers = { "X-Request-ID": randomUUID() };
    const ids = async (bank: string) => {
      const tpp = tppAt(bank);
      const order = tpp.orderOf();
      return new Set([(await tpp.pay(order, headers)).id, (await tpp.pay(order, headers)).id]).size;
    };
    expect([await ids("easybank"), await ids("bpi")]).toEqual([2, 1]);
  });

  it("a bank without cancellation reports that", async () => {
    const tpp = tppAt("oberbank");
    const payment = await tpp.pay();
    const reply = await tpp.call("DELETE", payment.links["self"] ?? "");
    expect(codeOf(reply)).toEqual([405, "CANCELLATION_INVALID", undefined]);
    expect(await tpp.statusOf(payment)).toBe("RCVD");
  });

  it("a bank whose last status is ACSP reports no later one, and the payment is credited", async () => {
    const tpp = tppAt("pop-pankki");
    const payment = await tpp.pay();
    await answerAtBank(payment.links["scaRedirect"] ?? "", "approve");
    await moveClock("3 days");
    expect(await tpp.statusOf(payment)).toBe("ACSP");
  });
});
