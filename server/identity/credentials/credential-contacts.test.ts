import { afterAll, expect, it } from "vitest";
import { closeDb } from "../../lib/db";
import { createMerchant } from "../../merchants/create-merchant";
import { createPartner } from "../../merchants/create-partner";
import { ctx } from "../../test/rows/fixtures";
import { newUser } from "../../test/rows/users";
import { isCredentialContact } from "./credential-contacts";

afterAll(closeDb);

it("mails about leaked secrets go to developers and above, to a partner's only while the merchant has none", async () => {
  const { id: partnerId } = await createPartner(ctx, { name: "Ribeira" });
  const { id: merchantId } = await createMerchant(ctx, { brandName: "Olaria do Norte", partnerId });
  const [partner, viewer] = [
    await newUser([{ role: "admin", partnerId }]),
    await newUser([{ role: "viewer", merchantId }]),
  ];
  const gets = (email: string) => isCredentialContact({}, { merchantId, email });
  expect([await gets(partner), await gets(viewer)]).toEqual([true, false]);
  const developer = await newUser([{ role: "developer", merchantId }]);
  expect([await gets(developer), await gets(partner), await gets(viewer)]).toEqual([true, false, false]);
});
