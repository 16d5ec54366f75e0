import { afterAll, beforeAll, expect, it, vi } from "vitest";
import { consentBody, errorsOf, ukBank } from "../../../server/test/banks/ob-uk-tpp";
import { simbankOfThisFile } from "../../../server/test/banks/simbank";
import { keySetOf, newTpp, signDetached } from "../../../server/test/banks/tpp";

const tpp = newTpp();
let isUp = false;
simbankOfThisFile(async () => (isUp ? Response.json(keySetOf(tpp)) : new Response(null, { status: 502 })));
let bank: ReturnType<typeof ukBank>;
beforeAll(async () => {
  bank = ukBank(tpp, "halifax");
});
afterAll(async () => {
  vi.useRealTimers();
});

it("a client whose keys cannot be fetched gets 503, and is not blocked", async () => {
  const ask = () => bank.token({ grant_type: "client_credentials", scope: "payments" });
  const down = await ask();
  expect([down.status, down.json["error"]]).toEqual([503, "temporarily_unavailable"]);
  expect((await bank.start("00000000-0000-7000-8000-000000000000")).status).toBe(503);
  isUp = true;
  expect((await ask()).status).toBe(200);

  // The key is unknown and cannot be fetched in an outage, so the signature is neither valid nor invalid.
  const token = await bank.clientToken();
  isUp = false;
  vi.useFakeTimers({ toFake: ["Date"] });
  vi.setSystemTime(Date.now() + 5_000);
  const body = JSON.stringify(consentBody({}));
  const answer = await bank.call("POST", `${bank.paymentInitiation}/domestic-payment-consents`, token, {
    body,
    signed: false,
    headers: { "x-idempotency-key": "outage", "x-jws-signature": signDetached(newTpp(), body) },
  });
  expect([answer.status, errorsOf(answer)]).toEqual([503, ["UK.OBIE.UnexpectedError"]]);
});
