import { describe, expect, it } from "vitest";
import { type Handler, json, newFakeBank } from "../../test/banks/fake-bank";
import { fetchStatusAt, kindOf, merchantCalls } from "../../test/banks/guarded-calls";
import { berlinGroup } from "../berlin-group/connector";
import { connectorFor } from "../connector-for";
import type { BankConnector, Initiation, Outcome } from "../port";
import { boundTexts } from "./bound-texts";

const LONG = "x".repeat(500_000);

async function initiateAt(answer: Handler, connector?: BankConnector): Promise<Outcome<Initiation>> {
  const bank = await newFakeBank({ idempotency: "none" });
  bank.answer = answer;
  return (connector ?? connectorFor(bank.profile, merchantCalls())).initiate(bank.profile, {
    scheme: "SEPA_CREDIT_TRANSFER",
    body: "{}",
    idempotencyKey: "01931f4e-7c1a-7d3e-9a55-5b6f0c9d2a10",
    psu: { ip: null, userAgent: null, locale: "en" },
    redirect: { uri: "https://pay.example/return", state: "s", secret: "x" },
  });
}

const accepted =
  (changed: object): Handler =>
  (_request, response) =>
    json(
      response,
      201,
      { transactionStatus: "RCVD", paymentId: "p1", _links: {}, ...changed },
      { "aspsp-sca-approach": "DECOUPLED" },
    );

describe("a bank's answer to an order", () => {
  it.each([
    ["a payment id with NUL", { paymentId: "p\0" }],
    ["a payment id that is too long", { paymentId: LONG }],
    ["a status that is too long", { transactionStatus: LONG }],
    ["a redirect address that is too long", { _links: { scaRedirect: `https://bank.example/${LONG}` } }],
    [
      "too many links",
      { _links: Object.fromEntries(Array.from({ length: 65 }, (_, n) => [`l${n}`, "https://b.example"])) },
    ],
    ["a link's name that is too long", { _links: { [LONG]: "https://bank.example" } }],
  ])(
    "with %s is unknown, because the bank has the order; control: without the guard it is used",
    async (_what, body) => {
      expect(kindOf(await initiateAt(accepted(body)))).toBe("unknown");
      expect(kindOf(await initiateAt(accepted(body), berlinGroup))).toBe("ok");
    },
  );

  it("with a message to the customer of any length and characters is used, with the message cut", async () => {
    const outcome = await initiateAt(accepted({ psuMessage: `Open\0 the app ${LONG}` }));
    const next = outcome.ok && outcome.value.next.kind === "decoupled" ? outcome.value.next : null;
    expect([next?.message?.length, next?.message?.startsWith("Open  the app x")]).toEqual([500, true]);
  });

  it("with an unusable redirect address is not used; control: with a usable one it is", async () => {
    const redirectTo = (scaRedirect: string) => initiateAt(accepted({ _links: { scaRedirect } }));
    expect(kindOf(await redirectTo("https://bank.example/\r\nSet-Cookie: a=b"))).toBe("protocol");
    expect(kindOf(await redirectTo("https://bank.example/approve"))).toBe("ok");
  });

  it("with addresses named like our fields is used as it is, each longer than such a field", async () => {
    const address = `http://127.0.0.1/${"a".repeat(600)}`;
    const links = Object.fromEntries(["status", "scaStatus", "name", "code", "message"].map((name) => [name, address]));
    expect(await initiateAt(accepted({ _links: links }))).toMatchObject({ ok: true, value: { links } });
  });

  it("that refuses it has an error code that can be stored", async () => {
    const outcome = await initiateAt((_request, response) =>
      json(response, 400, { tppMessages: [{ category: "ERROR", code: `PAYMENT_FAILED\0${LONG}`, text: "\ud800" }] }),
    );
    expect(outcome).toMatchObject({ ok: false, code: `PAYMENT_FAILED ${LONG}`.slice(0, 64) });
  });
});

describe("a bank's status", () => {
  it("has a reason and a debtor's name that can be stored", async () => {
    const bank = await newFakeBank();
    bank.answer = ({ url }, response) =>
      json(
        response,
        200,
        url?.endsWith("/status")
          ? { transactionStatus: "ACSC", tppMessages: [{ code: LONG }] }
          : { debtorName: `Jane\0${LONG}` },
      );
    const outcome = await fetchStatusAt(bank);
    expect(outcome.ok && [outcome.value.reason?.length, outcome.value.debtor?.name?.length]).toEqual([256, 140]);
  });

  it("that is too long, or has NUL, is no status", async () => {
    const bank = await newFakeBank();
    for (const transactionStatus of [LONG, "AC\0SC"]) {
      bank.answer = (_request, response) => json(response, 200, { transactionStatus });
      expect(kindOf(await fetchStatusAt(bank))).toBe("unknown");
    }
  });
});

it("values that are no texts stay as they are", () => {
  const value = { amountMinor: 5n, none: null, list: [{ state: "valid" }], retryAfterS: 3, isOpen: true };
  expect(boundTexts({ ok: true, value })).toEqual({ ok: true, value });
});
