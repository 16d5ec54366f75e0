import { expect, it } from "vitest";
import { newId } from "../lib/ids";
import { setAllowedOrigins } from "../merchants/branding/set-allowed-origins";
import { createMerchant } from "../merchants/create-merchant";
import { bankside } from "../test/command-line";
import { query } from "../test/database";
import { ctx } from "../test/rows/fixtures";

function tamper(sql: string, values: unknown[] = []) {
  return query(async (client) => {
    await client.query("SET session_replication_role = replica");
    await client.query(sql, values);
  });
}

it("audit verify checks every chain and fails after an entry was changed", async () => {
  const { id } = await createMerchant(ctx, { brandName: "Olaria do Norte" });
  const { id: other } = await createMerchant(ctx, { brandName: "Atelier Sul" });
  await setAllowedOrigins(ctx, { merchantId: id, origins: ["https://shop.example"] });
  const whole = await bankside("audit verify");
  expect(whole).toMatchObject({ failed: false, json: { whole: true } });
  expect(whole.text).toContain(`${id}  intact  2:`);

  const { json } = await bankside(`audit verify --chain ${id}`);
  const { chains } = json as { chains: { noted: string }[] };
  const noted = chains[0]?.noted ?? "";
  expect(await bankside(`audit verify --chain ${id} --noted ${noted}`)).toMatchObject({ failed: false });
  await expect(bankside(`audit verify --noted ${noted}`)).rejects.toMatchObject({ code: "VALIDATION_ERROR" });
  await expect(bankside("audit verify --chain x")).rejects.toMatchObject({ code: "VALIDATION_ERROR" });
  const unknown = newId();
  const none = await bankside(`audit verify --chain ${unknown}`);
  expect(none).toMatchObject({ failed: true, json: { whole: false }, text: `${unknown}  has no entries` });

  await tamper("UPDATE audit_entries SET actor_kind = 'user' WHERE chain_id = $1 AND seq = 2", [id]);
  const broken = await bankside("audit verify");
  expect(broken).toMatchObject({ failed: true, json: { whole: false } });
  expect(broken.text).toContain(`${id}  CHANGED at entry 2`);
  expect(broken.text).toContain(`${other}  intact  1:`);
});
