import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { unixSeconds } from "../../../server/lib/clock";
import { consentBody, errorsOf, ukBank } from "../../../server/test/banks/ob-uk-tpp";
import { startSimbank, type TestSimbank } from "../../../server/test/banks/simbank";
import { CLIENT_ID, keySetOf, newTpp, readJws, signDetached } from "../../../server/test/banks/tpp";

const tpp = newTpp();
const OB = "http://openbanking.org.uk";
let simbank: TestSimbank;
let bank: ReturnType<typeof ukBank>;
beforeAll(async () => {
  simbank = await startSimbank(async () => Response.json(keySetOf(tpp)));
  bank = ukBank(tpp, "santander");
});
afterAll(() => simbank.close());

const body = JSON.stringify(consentBody({}));

/** The bank's answer to a consent with this signature. */
async function judge(signature: string, sent = body) {
  const headers = { "x-jws-signature": signature, "x-idempotency-key": crypto.randomUUID() };
  const answer = await bank.consent({}, { body: sent, signed: false, headers });
  return answer.status === 201 ? "taken" : errorsOf(answer)[0];
}

describe("what the third party signs", () => {
  it("is accepted, by its client id or its name in the directory", async () => {
    expect(await judge(signDetached(tpp, body))).toBe("taken");
    expect(await judge(signDetached(tpp, body, { [`${OB}/iss`]: `an-organisation/${CLIENT_ID}` }))).toBe("taken");
    expect(await judge(signDetached(tpp, body, { cty: "application/json", typ: undefined }))).toBe("taken");
  });

  it("is about the very bytes", async () => {
    const signature = signDetached(tpp, body);
    const spaced = JSON.stringify(JSON.parse(body), null, 1);
    expect(await judge(signature, spaced)).toBe("UK.OBIE.Signature.Invalid");
    expect(await judge(signDetached(tpp, spaced), spaced)).toBe("taken");
    expect(await judge(signDetached({ ...newTpp(), keyId: tpp.keyId }, body))).toBe("UK.OBIE.Signature.Invalid");
    expect(await judge(signDetached(newTpp(), body))).toBe("UK.OBIE.Signature.Invalid");
  });

  it("has to be there, and to be detached", async () => {
    const headers = { "x-idempotency-key": "unsigned" };
    expect(errorsOf(await bank.consent({}, { body, signed: false, headers }))).toEqual(["UK.OBIE.Signature.Missing"]);
    const [header, , proof] = signDetached(tpp, body).split(".");
    const payload = Buffer.from(body).toString("base64url");
    for (const odd of [`${header}.${payload}.${proof}`, `${header}..`, "nothing", `..${proof}`, `e30..${proof}.x`])
      expect(await judge(odd)).toBe("UK.OBIE.Signature.Malformed");
  });

  it.each([...["alg", "kid", "crit"], ...["iat", "iss", "tan"].map((name) => `${OB}/${name}`)])(
    "names its %s",
    async (name) => {
      expect(await judge(signDetached(tpp, body, { [name]: undefined }))).toBe("UK.OBIE.Signature.MissingClaim");
    },
  );

  it.each<[string, Record<string, unknown>]>([
    ["another algorithm", { alg: "RS256" }],
    ["no algorithm", { alg: "none" }],
    ["a payload that is not encoded (until v3.1.3)", { b64: false }],
    ["a time to come", { [`${OB}/iat`]: unixSeconds() + 20 }],
    ["a time as text", { [`${OB}/iat`]: `${unixSeconds()}` }],
    ["another client's name", { [`${OB}/iss`]: "another-client" }],
    ["fewer critical claims", { crit: [`${OB}/iat`] }],
    ["an unknown critical claim", { crit: [`${OB}/iat`, `${OB}/iss`, `${OB}/tan`, "more"], more: 1 }],
  ])("with %s is refused", async (_what, header) => {
    expect(await judge(signDetached(tpp, body, header))).toBe("UK.OBIE.Signature.InvalidClaim");
  });
});

describe("what the bank signs", () => {
  it("is every answer with a body, refusals too, over the very bytes", async () => {
    const key = await bank.key();
    const made = await bank.consent();
    const answers = [
      made,
      await bank.consent({ amount: "0.00" }),
      await bank.status(`domestic-payment-consents/${made.id}`),
      await bank.call("POST", `${bank.paymentInitiation}/domestic-payments`, await bank.clientToken(), { body }),
    ];
    expect(answers.map(({ status }) => status)).toEqual([201, 400, 200, 403]);
    for (const { text, headers } of answers) {
      const [header, nothing, proof] = (headers.get("x-jws-signature") ?? "").split(".");
      expect(nothing).toBe("");
      const whole = (payload: string) => `${header}.${Buffer.from(payload).toString("base64url")}.${proof}`;
      expect(readJws(whole(text), key)?.header).toMatchObject({
        alg: "PS256",
        crit: [`${OB}/iat`, `${OB}/iss`, `${OB}/tan`],
        [`${OB}/iss`]: bank.issuer,
        [`${OB}/tan`]: "127.0.0.1",
      });
      expect(readJws(whole(`${text} `), key)).toBeNull();
    }
  });

  it("returns the interaction id, and creates one if there is none", async () => {
    const id = "93bac548-d2de-4546-b106-880a5018460d";
    const own = await bank.clientToken();
    const ask = (headers: Record<string, string>) =>
      bank.call("GET", `${bank.paymentInitiation}/domestic-payments/x`, own, { headers });
    expect((await ask({ "x-fapi-interaction-id": id })).headers.get("x-fapi-interaction-id")).toBe(id);
    expect((await ask({})).headers.get("x-fapi-interaction-id")).toMatch(/^[0-9a-f-]{36}$/);
  });
});
