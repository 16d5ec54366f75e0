import { createPublicKey, type JsonWebKeyInput, randomUUID } from "node:crypto";
import { addressesOf } from "../../../simbank/src/open-banking/addresses";
import { env } from "../../lib/config/env";
import { answerAtBank } from "./simbank";
import { authorisationUrl, type Json, readJws, signDetached, type Tpp, tokenForm } from "./tpp";

export const REDIRECT_PATH = "/connect/return";

export type Answer = { status: number; headers: Headers; text: string; json: Json };
export type Order = { amount?: string; reference?: string; instrument?: string; changes?: Json };

export type Sent = {
  /** A string as it is, else serialised as JSON. */
  body?: unknown;
  /** `x-idempotency-key`; by default a new one each time. */
  key?: string;
  headers?: Record<string, string>;
  /** False: without a key and a signature. */
  signed?: boolean;
  signal?: AbortSignal;
};

/** The calls of a third party at one bank. `via`: the origin and further headers of resource calls. */
function callerOf(tpp: Tpp, slug: string, via: { origin?: string; headers?: Record<string, string> }) {
  const addresses = addressesOf(slug);
  const { issuer } = addresses;
  const baseUrl = new URL(issuer).origin;

  const token = async (parameters: Record<string, string>, claims: Json = {}) =>
    read(await fetch(addresses.token, { method: "POST", body: tokenForm(tpp, issuer, parameters, claims) }));

  const clientToken = async (scope = "payments") => {
    const { status, json, text } = await token({ grant_type: "client_credentials", scope });
    if (status !== 200) throw new Error(text);
    return String(json["access_token"]);
  };

  const call = async (method: string, url: string, accessToken: string, sent: Sent = {}) => {
    const { body, key = randomUUID(), headers = {}, signed = url.includes("/pisp/"), signal = null } = sent;
    const text = typeof body === "string" ? body : body === undefined ? null : JSON.stringify(body);
    const proofs =
      text === null || !signed ? {} : { "x-idempotency-key": key, "x-jws-signature": signDetached(tpp, text) };
    const type = text === null ? {} : { "Content-Type": "application/json" };
    return read(
      await fetch(via.origin ? url.replace(baseUrl, via.origin) : url, {
        method,
        headers: { Authorization: `Bearer ${accessToken}`, ...via.headers, ...type, ...proofs, ...headers },
        body: text,
        signal,
      }),
    );
  };
  return { token, clientToken, call };
}

/** The operations of a third party at one bank, one by one. */
export function ukBank(tpp: Tpp, slug: string, via: { origin?: string; headers?: Record<string, string> } = {}) {
  const addresses = addressesOf(slug);
  const { issuer, paymentInitiation } = addresses;
  const redirectUri = `${env().baseUrl}${REDIRECT_PATH}`;
  const { token, clientToken, call } = callerOf(tpp, slug, via);

  const consent = async (order: Order = {}, sent: Sent = {}) => {
    const body = consentBody(order);
    const answer = await call("POST", `${paymentInitiation}/domestic-payment-consents`, await clientToken(), {
      body,
      ...sent,
    });
    return { ...answer, body, id: String(dataOf(answer)["ConsentId"]) };
  };

  const start = (id: string, claims: Json = {}) =>
    fetch(authorisationUrl(tpp, issuer, id, { redirect_uri: redirectUri, ...claims }), { redirect: "manual" });

  /** `url`: the browser's final redirect. */
  const authorise = async (
    id: string,
    press: "approve" | "reject" = "approve",
    claims: Json = {},
    account?: string,
  ) => {
    const page = new URL((await start(id, claims)).headers.get("location") ?? "", issuer).toString();
    const answer = await answerAtBank(page, press, account);
    return { page, url: answer.headers.get("location") ?? "", answer };
  };

  const key = async () => {
    const { keys } = (await (await fetch(addresses.keys)).json()) as { keys: JsonWebKeyInput["key"][] };
    if (!keys[0]) throw new Error("The bank publishes no key.");
    return createPublicKey({ key: keys[0], format: "jwk" });
  };

  /** The claims of the JWT in the redirect (JARM). */
  const response = async (url: string): Promise<Json> => {
    const jws = readJws(new URL(url).searchParams.get("response") ?? "", await key());
    if (!jws) throw new Error(`The response is not the bank's: ${url}`);
    return jws.claims;
  };

  const exchange = (code: unknown, parameters: Record<string, string> = {}) =>
    token({ grant_type: "authorization_code", code: String(code), redirect_uri: redirectUri, ...parameters });

  /** An approved consent with its token and the body of its submission. */
  const approved = async (order: Order = {}, account?: string) => {
    const made = await consent(order);
    if (made.status !== 201) throw new Error(made.text);
    const { url } = await authorise(made.id, "approve", {}, account);
    const { json } = await exchange((await response(url))["code"]);
    const submission = { Data: { ConsentId: made.id, Initiation: made.body.Data.Initiation }, Risk: made.body.Risk };
    return { id: made.id, token: String(json["access_token"]), body: JSON.stringify(submission) };
  };

  const submit = (from: { token: string; body: string }, sent: Sent = {}) =>
    call("POST", `${paymentInitiation}/domestic-payments`, from.token, { body: from.body, ...sent });

  const status = async (path: string) => call("GET", `${paymentInitiation}/${path}`, await clientToken());

  const calls = { token, clientToken, call, consent, start, authorise, response, key, exchange };
  return { ...addresses, ...calls, redirectUri, approved, submit, status };
}

async function read(response: Response): Promise<Answer> {
  const text = await response.text();
  const isJson = /json/.test(response.headers.get("content-type") ?? "") && text !== "";
  return { status: response.status, headers: response.headers, text, json: isJson ? (JSON.parse(text) as Json) : {} };
}

/** OBWriteDomesticConsent4, of £25.50. */
export function consentBody({ amount = "25.50", reference = "Order 3451", instrument, changes = {} }: Order) {
  const id = randomUUID().replaceAll("-", "").slice(0, 31);
  return {
    Data: {
      Initiation: {
        InstructionIdentification: id,
        EndToEndIdentification: id,
        ...(instrument === undefined ? {} : { LocalInstrument: instrument }),
        InstructedAmount: { Amount: amount, Currency: "GBP" },
        CreditorAccount: {
          SchemeName: "UK.OBIE.SortCodeAccountNumber",
          Identification: "00000012345678",
          Name: "Fig & Fern Ltd",
        },
        RemittanceInformation: { Reference: reference },
        ...changes,
      },
    },
    Risk: { PaymentContextCode: "EcommerceMerchantInitiatedPayment" },
  };
}

/** The `Data` of a resource's answer. */
export function dataOf({ json }: { json: Json }): Json {
  return (json["Data"] as Json | undefined) ?? {};
}

/** The codes of an error answer. */
export function errorsOf({ json }: { json: Json }): unknown[] {
  return ((json["Errors"] as Json[] | undefined) ?? []).map(({ ErrorCode }) => ErrorCode);
}
