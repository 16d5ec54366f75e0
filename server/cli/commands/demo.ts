import { ensureDemo } from "../../demo/ensure-demo";
import { underStartLock } from "../../entry/database/start-lock";
import { env } from "../../lib/config/env";
import { startError } from "../../lib/config/start-error";
import type { Command } from "../command";

export const demoCommand: Command = {
  name: "demo",
  summary: "Create the demo data if it is missing, and print its addresses and client credentials.",
  options: { create: { value: null, description: "Create the demo in DATA_DIR if there is none yet" } },
  creates: "create",
  run: async () => {
    if (!env().demo) throw startError("This is not a demo installation. Set DEMO=1 to make it one.");
    if (env().demoPublic)
      throw startError("A public demo (DEMO_PUBLIC=1) has no demo users and no client credentials.");
    // A server may be preparing it at the same time.
    const demo = await underStartLock(env().migrationUrl, ensureDemo);
    const credentials = (who: { client_id: string; client_secret: string }) => `${who.client_id}  ${who.client_secret}`;
    const lines = [
      `Service   ${demo.base_url}`,
      `Shop      ${demo.shop.url}`,
      `Console   ${demo.console.url} (sign in as ${demo.console.email})`,
      "",
      "Client credentials (client_id, client_secret):",
      `Operator  ${credentials(demo.admin)}`,
      `Partner   ${credentials(demo.partner)}`,
      ...demo.merchants.map((merchant) => `${merchant.brand_name}  ${credentials(merchant)}`),
    ];
    return { json: demo, text: lines.join("\n") };
  },
};
