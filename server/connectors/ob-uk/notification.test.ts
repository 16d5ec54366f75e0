import { describe, expect, it } from "vitest";
import { newId } from "../../lib/ids";
import { fakeUkBankOfEachTest, ukProfileAt } from "../../test/banks/fake-uk-bank";
import { type Json, newTpp, signJwt } from "../../test/banks/tpp";
import { obUk } from "./connector";

const bank = fakeUkBankOfEachTest();

describe("a bank notification", () => {
  const RID = "http://openbanking.org.uk/rid";
  const RTY = "http://openbanking.org.uk/rty";
  const subject = { [RID]: "p1", [RTY]: "domestic-payment" };
  const token = (subjectChanged: Json = {}, changed: Json = {}, key = bank.key) =>
    signJwt(key, {
      iss: bank.issuer,
      aud: "bankside-simulation",
      iat: Math.floor(Date.now() / 1000),
      jti: newId(),
      events: { "urn:uk:org:openbanking:events:resource-update": { subject: { ...subject, ...subjectChanged } } },
      ...changed,
    });
  const hint = (body: string) => obUk.parseNotification(bank.profile, { headers: {}, body });

  it("signed by the bank for us names its payment", async () => {
    expect(await hint(token())).toEqual({ bankPaymentId: "p1" });
    expect(await hint(token({ [RTY]: "domestic-payment-consent" }))).toEqual({ consentId: "p1" });
  });

  it("that is forged, for others, or about something else is ignored", async () => {
    const forged = [
      token({}, {}, { ...newTpp(), keyId: bank.key.keyId }),
      token({}, {}, newTpp()),
      token({}, { iss: "https://other.example" }),
      token({}, { aud: "other" }),
      token({}, { events: {} }),
      token({ [RTY]: "international-payment" }),
      token({ [RID]: "" }),
      "",
      "x.y.z",
      '{"status":"ACCC"}',
      "x".repeat(20_000),
    ];
    for (const body of forged) expect(await hint(body)).toBeNull();
    bank.keys = () => null;
    bank.profile = ukProfileAt(bank.issuer.replace("127.0.0.1", "localhost"));
    expect(await hint(token())).toBeNull();
  });
});
