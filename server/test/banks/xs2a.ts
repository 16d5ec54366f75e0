import { randomUUID } from "node:crypto";
import { env } from "../../lib/config/env";
import { SIMULATION_KEY_HEADER, simulationKeys } from "../../lib/config/simulation-key";
import { fictitiousIban } from "../../lib/money/iban";

type Body = Record<string, unknown>;
export type Reply = { status: number; headers: Headers; body: Body };
export type Started = { id: string; links: Record<string, string>; body: Body; headers: Headers };

/** The header by which a simulated bank identifies this installation. */
export const bankKey = () => ({ [SIMULATION_KEY_HEADER]: simulationKeys() });

/** How a call is sent: directly, unless a test adds a proxy. */
export type Wire = (
  url: URL,
  call: { method: string; headers: Headers; body?: string },
) => Promise<Pick<Response, "status" | "headers" | "text">>;

const PSU = { "PSU-IP-Address": "203.0.113.7" };

const straight: Wire = (url, call) => fetch(url, { ...call, redirect: "manual" });

type Call = (method: string, url: string, body?: Body, headers?: Record<string, string>) => Promise<Reply>;

/** Calls in this standard's format; an address without an origin is one of this bank's. */
function caller(origin: string, wire: Wire): Call {
  return async (method, url, body, headers = {}) => {
    const all = new Headers({
      "X-Request-ID": randomUUID(),
      "Content-Type": "application/json",
      ...bankKey(),
    });
    // An empty value removes the header.
    for (const [name, value] of Object.entries(headers)) value === "" ? all.delete(name) : all.set(name, value);
    const sent = body === undefined ? {} : { body: JSON.stringify(body) };
    const response = await wire(new URL(url, origin), { method, headers: all, ...sent });
    const text = await response.text();
    return {
      status: response.status,
      headers: response.headers,
      body: text.startsWith("{") ? JSON.parse(text) : { text },
    };
  };
}

/** A third party of NextGenPSD2 at one simulated bank: an implementation independent of the connector. */
export function tppAt(bank: string, product = "sepa-credit-transfers", wire: Wire = straight) {
  const origin = env().baseUrl;
  const root = `${origin}/simbank/${bank}/xs2a/v1`;
  const redirects = { "TPP-Redirect-URI": `${origin}/ok`, "TPP-Nok-Redirect-URI": `${origin}/nok` };

  const call = caller(origin, wire);

  const orderOf = (changed: Body = {}): Body => ({
    endToEndIdentification: randomUUID().replaceAll("-", ""),
    instructedAmount: { currency: "EUR", amount: "25.50" },
    creditorAccount: { iban: fictitiousIban("EUR", randomUUID()) },
    creditorName: "Olaria do Norte",
    remittanceInformationUnstructured: "Order 3451",
    ...changed,
  });

  const initiate = (changed: Body = {}, headers: Record<string, string> = {}) =>
    call("POST", `${root}/payments/${product}`, orderOf(changed), { ...PSU, ...redirects, ...headers });

  async function started(reply: Reply, id: "paymentId" | "consentId"): Promise<Started> {
    if (reply.status !== 201) throw new Error(`${reply.status} ${JSON.stringify(reply.body)}`);
    const links = reply.body["_links"] as Record<string, { href: string }>;
    const absolute = Object.entries(links).map(([name, { href }]) => [name, new URL(href, origin).href]);
    return {
      id: String(reply.body[id]),
      links: Object.fromEntries(absolute),
      body: reply.body,
      headers: reply.headers,
    };
  }

  return {
    root,
    call,
    started,
    orderOf,
    initiate,
    /** An accepted payment. */
    pay: async (changed: Body = {}, headers: Record<string, string> = {}) =>
      started(await initiate(changed, headers), "paymentId"),
    /** A payment with this word as its reference. */
    withReference: async (word: string, changed: Body = {}, headers: Record<string, string> = {}) =>
      started(await initiate({ remittanceInformationUnstructured: word, ...changed }, headers), "paymentId"),
    consent: (access: Body, changed: Body = {}, headers: Record<string, string> = {}) =>
      call(
        "POST",
        `${root}/consents`,
        {
          access,
          recurringIndicator: true,
          validUntil: "9999-12-31",
          frequencyPerDay: 4,
          combinedServiceIndicator: false,
          ...changed,
        },
        { ...PSU, ...redirects, ...headers },
      ),
    consentTo: async (...[reply]: [Promise<Reply>]) => started(await reply, "consentId"),
    statusOf: async ({ links }: Started) => (await call("GET", links["status"] ?? "")).body["transactionStatus"],
    reasonOf: async ({ links }: Started) => {
      const { tppMessages } = (await call("GET", links["status"] ?? "")).body as { tppMessages?: [{ text: string }] };
      return tppMessages?.[0].text.slice(0, 4);
    },
  };
}

/** The error code of a refusal. */
export function codeOf({ status, body }: Reply): [number, unknown, unknown] {
  const [message] = (body["tppMessages"] ?? [{}]) as [{ code?: string; path?: string }];
  return [status, message.code, message.path];
}
