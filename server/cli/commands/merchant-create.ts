import { createMerchant } from "../../merchants/create-merchant";
import type { Command } from "../command";
import { allMerchants } from "./merchant-list";

export const merchantCreateCommand: Command = {
  name: "merchant create",
  summary: "Create a merchant.",
  options: {
    "brand-name": { value: "<text>", description: "The name that customers see", required: true },
    partner: { value: "<uuid>", description: "The partner that owns it" },
    country: { value: "<XX>", description: "The market that the bank picker opens with, ISO 3166-1, such as GB" },
    origin: { value: "<url,url>", description: "Origins that may embed the checkout" },
  },
  run: async (ctx, given) => {
    const partnerId = given.text("partner");
    const country = given.text("country");
    const origins = given.text("origin");
    const brandName = given.text("brand-name") ?? "";
    const name = brandName.trim().toLowerCase();
    const namesakes = (await allMerchants(ctx, name)).filter((other) => other.brandName.toLowerCase() === name);
    const merchant = await createMerchant(ctx, {
      brandName,
      ...(partnerId === undefined ? {} : { partnerId }),
      ...(country === undefined ? {} : { country }),
      ...(origins === undefined ? {} : { allowedOrigins: origins.split(",") }),
    });
    const same_name = namesakes.map(({ id }) => id);
    const json = { id: merchant.id, brand_name: merchant.brandName, partner_id: merchant.partnerId, same_name };
    const text = `Merchant ${merchant.brandName}: ${merchant.id}`;
    const note = `This name was taken already, by ${same_name.join(", ")}: both now exist.`;
    return { json, text: same_name.length === 0 ? text : `${text}\n${note}` };
  },
};
