import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { fictitiousIban } from "../../lib/money/iban";
import { orderOf, PSU, SCHEMES } from "../../test/banks/berlin-group-calls";
import { berlinGroupDocument, hasBerlinGroupDocument } from "../../test/banks/berlin-group-document";
import { answerAtBank, startSimbank, type TestSimbank } from "../../test/banks/simbank";
import { type SpecifiedBank, startSpecifiedBank, violationsOf } from "../../test/banks/specified-bank";
import { without } from "../../test/wire";
import type { NextStep, StatusCall } from "../port";
import type { BankProfile } from "../profile-schema";
import { SIMULATED_ACCOUNT_BANK } from "../profiles";
import { simulatedProfile } from "../simulated-profile";
import { berlinGroup as connector } from "./connector";

// Prism between the connector and the simulated bank validates both by the Berlin Group's OpenAPI document (NextGenPSD2 1.3.11).

const present = hasBerlinGroupDocument();
/** For many calls with validated requests and responses, and Prism's start. */
const TIMEOUT_MS = 180_000;

describe.runIf(present)("the connector and the simulated bank conform to the document", () => {
  let simbank: TestSimbank;
  let bank: SpecifiedBank;
  beforeAll(async () => {
    simbank = await startSimbank();
    const pathOf = (target: string) => /^\/simbank\/[^/]+\/xs2a(\/v1\/.*)$/.exec(target)?.[1] ?? null;
    const upstream = Number(new URL(simbank.baseUrl).port);
    bank = await startSpecifiedBank({ document: berlinGroupDocument(), upstream, pathOf });
  }, TIMEOUT_MS);
  afterAll(async () => {
    await bank?.close();
    await simbank?.close();
  });
  afterEach(() => {
    bank.judged.length = 0;
    bank.spoil = null;
  });

  /** The simulated bank of that slug, behind Prism. */
  function profileOf(slug: string): BankProfile {
    const profile = simulatedProfile({ slug, schemes: SCHEMES });
    const judge = `127.0.0.1:${bank.port}`;
    return {
      ...profile,
      baseUrl: profile.baseUrl.replace(new URL(profile.baseUrl).host, judge),
      hosts: [judge, ...profile.hosts],
      // Prism validates each exchange, which takes seconds where other programs use the cores.
      initiateTimeoutMs: TIMEOUT_MS,
      statusTimeoutMs: TIMEOUT_MS,
      tokenTimeoutMs: TIMEOUT_MS,
    };
  }

  type Answer = "approve" | "reject" | null;

  /** Makes a payment with the PSU's answer; returns its last status. */
  async function pay(slug: string, answer: Answer, order: Parameters<typeof orderOf>[1] = {}): Promise<string> {
    const profile = profileOf(slug);
    const call = orderOf(profile, order);
    const started = await connector.initiate(profile, call);
    if (!started.ok) return started.kind;
    const { next, ...known } = started.value;
    let ref: StatusCall = { scheme: call.scheme, ...known, psu: PSU, money: { amountMinor: 2_550n, currency: "EUR" } };
    expect(await connector.status(profile, ref)).toMatchObject({ ok: true, value: { status: "RCVD" } });
    const params = await atBank(next, answer, order.debtorIban === undefined ? undefined : "Named account");
    const completed = await connector.completeRedirect(profile, { ref, params, redirect: call.redirect });
    if (!completed.ok) return completed.kind;
    if (completed.value.kind === "denied") return "denied";
    if (completed.value.kind === "granted") ref = { ...ref, grant: completed.value.grant };
    const cancelled = await connector.cancel?.(profile, ref);
    const status = await connector.status(profile, ref);
    if (!status.ok || !cancelled) throw new Error("No status.");
    return `${status.value.status} ${cancelled.ok ? "cancelled" : cancelled.kind}`;
  }

  /** Follows the redirect to the bank's page, or approves in its app, and returns. */
  async function atBank(next: NextStep, answer: Answer, account?: string): Promise<Record<string, string>> {
    if (answer === null || next.kind === "none") return {};
    let url = next.kind === "redirect" ? next.url : "";
    if (next.kind === "decoupled") {
      const app = /https?:\S+/.exec(next.message ?? "")?.[0] ?? "";
      const page = await (await fetch(app)).text();
      url = new URL(/href="(approve\/[^"]+)"/.exec(page)?.[1] ?? "", app).href;
    }
    const ahead = await fetch(url, { redirect: "manual" });
    const page = ahead.headers.get("location") ? new URL(ahead.headers.get("location") ?? "", url).href : url;
    const back = (await answerAtBank(page, answer, account)).headers.get("location");
    return back === null ? {} : Object.fromEntries(new URL(back, page).searchParams);
  }

  it(
    "for payments of every kind of bank",
    async () => {
      const debtorIban = fictitiousIban("EUR", "shopper");
      const scheme = "SEPA_INSTANT_CREDIT_TRANSFER";
      const story = {
        implicit: await pay("millennium-bcp", "approve", { debtorIban }),
        instant: await pay("millennium-bcp", "approve", { scheme, remittance: "R".repeat(200) }),
        rejected: await pay("millennium-bcp", "reject"),
        cancelled: await pay("millennium-bcp", null),
        uncancellable: await pay("oberbank", null),
        "no funds": await pay("millennium-bcp", "approve", { remittance: "SIM-NOFUNDS" }),
        refused: await pay("millennium-bcp", null, { remittance: "SIM-REFUSED" }),
        explicit: await pay("dkb", "approve"),
        oauth: await pay("bawag", "approve"),
        "oauth denied": await pay("bawag", "reject"),
        decoupled: await pay("knab", "approve"),
        signed: await pay("commerzbank", "approve"),
        "with the payer's account": await pay("comdirect", "approve", {
          debtorIban: fictitiousIban("EUR", "shopper at comdirect"),
        }),
        "without it": await pay("comdirect", "approve"),
      };
      expect(violationsOf(bank)).toEqual([]);
      const accepted = expect.stringMatching(/^(ACTC|ACSP|ACSC|ACCC) rejected$/);
      expect(story).toEqual({
        implicit: accepted,
        instant: accepted,
        rejected: "CANC cancelled",
        cancelled: "CANC cancelled",
        uncancellable: "RCVD rejected",
        "no funds": "RJCT rejected",
        refused: "rejected",
        explicit: accepted,
        oauth: accepted,
        "oauth denied": "denied",
        decoupled: accepted,
        signed: accepted,
        "with the payer's account": accepted,
        "without it": "invalid",
      });
    },
    TIMEOUT_MS,
  );

  it(
    "for consents and statements, at the merchant's bank and at a PSU's",
    async () => {
      for (const slug of [SIMULATED_ACCOUNT_BANK, "millennium-bcp", "bawag", "dkb"]) {
        const profile = profileOf(slug);
        const account = { iban: fictitiousIban("EUR", `shop at ${slug}`), currency: "EUR", deadlineMs: TIMEOUT_MS };
        const { redirect } = orderOf(profile);
        const created = await connector.createAccountConsent(profile, { ...account, redirect, psuIp: "203.0.113.7" });
        if (!created.ok) throw new Error(created.detail);
        const { next, state, ...known } = created.value;
        expect(state).toBe(next.kind === "none" ? "valid" : "awaiting");
        const params = await atBank(next, "approve");
        const completed = await connector.completeConsent(profile, {
          consent: known,
          params,
          redirect,
          deadlineMs: TIMEOUT_MS,
        });
        if (!completed.ok) throw new Error(completed.detail);
        expect(completed.value.kind).toBe(slug === "bawag" ? "granted" : "nothing");
        const consent = completed.value.kind === "granted" ? { ...known, grant: completed.value.grant } : known;
        expect(await connector.consentStatus(profile, consent)).toMatchObject({ ok: true, value: { state: "valid" } });
        const found = await connector.findAccount(profile, { ...consent, ...account });
        if (!found.ok) throw new Error(found.detail);
        const call = { ...consent, ...found.value, iban: account.iban, deadlineMs: TIMEOUT_MS };
        expect(await connector.balances(profile, call)).toMatchObject({
          ok: true,
          value: [{ currency: "EUR" }, { currency: "EUR" }],
        });
        expect(await connector.transactions(profile, { ...call, since: "2020-01-01T00:00:00Z" })).toMatchObject({
          ok: true,
        });
        expect(await connector.revokeConsent(profile, consent)).toEqual({ ok: true, value: null });
        expect(await connector.balances(profile, call)).toMatchObject({ ok: false, kind: "consent" });
        expect(await connector.consentStatus(profile, consent)).toMatchObject({
          ok: true,
          value: { state: "revoked" },
        });
      }
      expect(violationsOf(bank)).toEqual([]);
    },
    TIMEOUT_MS,
  );

  it("control: a bank that deviates in one word is found", async () => {
    expect(await pay("millennium-bcp", null)).toBe("CANC cancelled");
    expect(violationsOf(bank)).toEqual([]);
    const breaks: [string, (body: string) => string][] = [
      ["an unknown status", (body) => body.replace('"RCVD"', '"DONE"')],
      ["no payment id", (body) => body.replace('"paymentId"', '"id"')],
      ["a link that is no object", (body) => body.replace(/"self":\{"href":("[^"]*")\}/, '"self":$1')],
    ];
    for (const [name, change] of breaks) {
      bank.judged.length = 0;
      bank.spoil = (answer) => ({
        ...answer,
        body: Buffer.from(change(answer.body.toString("utf8"))),
        head: unmeasured(answer.head),
      });
      await connector.initiate(profileOf("millennium-bcp"), orderOf(profileOf("millennium-bcp")));
      expect(violationsOf(bank, "response"), name).not.toEqual([]);
    }
    bank.judged.length = 0;
    bank.spoil = (answer) => ({ ...answer, head: without(answer.head, "x-request-id") });
    await connector.initiate(profileOf("millennium-bcp"), orderOf(profileOf("millennium-bcp")));
    expect(violationsOf(bank, "response")).not.toEqual([]);
  });
});

const unmeasured = (head: readonly string[]) => without(without(head, "content-length"), "transfer-encoding");
