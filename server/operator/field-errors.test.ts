import { afterAll, expect, it } from "vitest";
import { closeDb } from "../lib/db";
import { newId } from "../lib/ids";
import { consoleOf } from "../test/person";

afterAll(() => closeDb());

const LONG = "x".repeat(600);
const IBAN = "PT50000201231234567890154";

it("every error of a field in the operator's forms is a whole sentence, which the form shows as it is", async () => {
  const { platform } = await consoleOf({ role: "owner" });
  const { id: merchantId } = await platform.merchants.create({ brandName: "Olaria do Norte", country: "PT" });
  const account = { merchantId, simulated: true, connectionId: "riverbank", iban: IBAN, currency: "EUR" };
  const given = { ...account, roles: ["receiving"] };
  const refused: [() => Promise<unknown>, string[]][] = [
    [() => platform.people.give({ email: "x", name: " ", role: "viewer" }), ["email", "name"]],
    [() => platform.partners.create({ name: "" }), ["name"]],
    ...["", "\u200bOlaria", "…"].map((brandName): [() => Promise<unknown>, string[]] => [
      () => platform.merchants.create({ brandName, country: "PT" }),
      ["brand_name"],
    ]),
    ...["UK", "1"].map((country): [() => Promise<unknown>, string[]] => [
      () => platform.merchants.create({ brandName: "Olaria", country }),
      ["country"],
    ]),
    [() => platform.merchants.create({ brandName: "Olaria", country: "PT", partnerId: newId() }), ["partner_id"]],
    [() => platform.merchants.switch({ merchantId, to: "suspended", reason: "" }), ["reason"]],
    [() => platform.usage.setLimit({ merchantId, perMinute: 0 }), ["per_minute"]],
    [() => platform.exceptions.resolve({ id: newId(), note: LONG }), ["note"]],
    [() => platform.accounts.add({ ...given, iban: "PT1" }), ["iban"]],
    [() => platform.accounts.add({ ...given, currency: "XXY" }), ["currency"]],
    [() => platform.accounts.add({ ...given, simulated: false, connectionId: "elsewhere" }), ["connection"]],
    [() => platform.accounts.add({ ...given, bankName: LONG }), ["bank_name"]],
    [() => platform.accounts.add({ ...given, roles: [] }), ["roles"]],
    [() => platform.accounts.add({ ...given, roles: ["Receiving!"] }), ["roles"]],
  ];
  for (const [call, fields] of refused) {
    const errors = await call().then(
      () => [],
      (error) => error.cause?.metadata?.errors ?? [error],
    );
    const sentence = expect.stringMatching(/^["A-Z].*[.?]$/);
    expect(errors).toEqual(fields.map((field) => ({ field, message: sentence })));
  }
});
