import { afterAll, expect, it, vi } from "vitest";
import { closeDb } from "../lib/db";
import { createMerchant } from "../merchants/create-merchant";
import { bankside } from "../test/command-line";
import { ctx } from "../test/rows/fixtures";

vi.stubEnv("WEBHOOK_ALLOW_CIDRS", "127.0.0.1/32:3001");
afterAll(closeDb);

it("endpoint create, list, disable and enable", async () => {
  const { id } = await createMerchant(ctx, { brandName: "Acme" });
  const url = "http://127.0.0.1:3001/hook";
  const events = "payment_request.succeeded,payment_link.used";
  const of = `--merchant ${id} --name acme-prod`;
  const created = await bankside(`endpoint create ${of} --url ${url} --environment Live --events ${events} --default`);
  const secret = (created.json as { webhook_secret: string }).webhook_secret;
  expect(created.text.split(secret)).toHaveLength(2);
  await bankside(`endpoint create --merchant ${id} --name b --url ${url} --unsigned`);
  const listed = await bankside(`endpoint list --merchant ${id}`);
  expect(listed.json).toMatchObject({
    endpoints: [
      {
        name: "acme-prod",
        url,
        environment: "Live",
        signed: true,
        event_types: events.split(","),
        is_default: true,
        disabled_at: null,
      },
      { name: "b", environment: "Both", signed: false, event_types: [], is_default: false },
    ],
  });
  expect(JSON.stringify(listed)).not.toContain(secret);
  expect(listed.json).toMatchObject({ endpoints: [{ secret: `whsec_…${secret.slice(-4)}` }, {}] });
  await bankside(`endpoint disable ${of}`);
  expect((await bankside(`endpoint list --merchant ${id}`)).text).toContain("  disabled 20");
  await bankside(`endpoint enable ${of}`);
  expect((await bankside(`endpoint list --merchant ${id}`)).text).not.toContain("disabled");
});

it("endpoint edit changes only the given options", async () => {
  const { id } = await createMerchant(ctx, { brandName: "Acme" });
  const of = `--merchant ${id} --name acme-prod`;
  const url = "http://127.0.0.1:3001/hook";
  await bankside(`endpoint create ${of} --url ${url} --events payment_link.used`);
  await bankside(`endpoint edit ${of} --url ${url}/2 --signed no --default yes --environment Test`);
  const edited = { url: `${url}/2`, signed: false, is_default: true, environment: "Test" };
  const listed = async () => (await bankside(`endpoint list --merchant ${id}`)).json;
  expect(await listed()).toMatchObject({ endpoints: [{ ...edited, event_types: ["payment_link.used"] }] });
  await bankside(`endpoint edit ${of} --events all --default no`);
  expect(await listed()).toMatchObject({ endpoints: [{ ...edited, event_types: [], is_default: false }] });
});

it("endpoint rotate, prepare, activate and discard show each secret once", async () => {
  const { id } = await createMerchant(ctx, { brandName: "Acme" });
  const of = `--merchant ${id} --name acme-prod`;
  const secretOf = ({ json, text }: { json: object; text: string }) => {
    const { webhook_secret: secret } = json as { webhook_secret: string };
    expect(text.split(secret)).toHaveLength(2);
    return secret;
  };
  const hint = async () => {
    const { endpoints } = (await bankside(`endpoint list --merchant ${id}`)).json as { endpoints: [object] };
    return endpoints[0];
  };
  await bankside(`endpoint create ${of} --url http://127.0.0.1:3001/hook`);
  const rotated = secretOf(await bankside(`endpoint rotate ${of}`));
  expect(await hint()).toMatchObject({ secret: `whsec_…${rotated.slice(-4)}`, prepared_at: null });
  const next = secretOf(await bankside(`endpoint prepare ${of}`));
  expect(await hint()).toMatchObject({ secret: `whsec_…${rotated.slice(-4)}`, prepared_at: expect.any(String) });
  await bankside(`endpoint activate ${of}`);
  expect(await hint()).toMatchObject({ secret: `whsec_…${next.slice(-4)}`, prepared_at: null });
  await bankside(`endpoint prepare ${of}`);
  for (let time = 0; time < 2; time += 1)
    expect((await bankside(`endpoint discard ${of}`)).text).toBe(
      "acme-prod has no next secret. Its current one signs.",
    );
  expect(await hint()).toMatchObject({ secret: `whsec_…${next.slice(-4)}`, prepared_at: null });
});

it.each([
  ["endpoint create --merchant ID --name a", '"endpoint create" needs --url <url>.'],
  ["endpoint create --merchant ID --name A --url http://127.0.0.1:3001/", "The request is not valid."],
  ["endpoint list --merchant unknown", "No such merchant, or none that these credentials act for."],
  ["endpoint disable --merchant ID --name a", "No such webhook endpoint."],
  ["endpoint edit --merchant ID --name a --signed no", "No such webhook endpoint."],
  [
    "endpoint edit --merchant ID --name a",
    '"endpoint edit" needs a property to change: --url, --environment, --events,',
  ],
  ["endpoint edit --merchant ID --name a --signed maybe", "--signed must be yes or no."],
  ["endpoint rotate --merchant ID --name a", "No such webhook endpoint."],
  ["endpoint activate --merchant ID --name a", "No such webhook endpoint."],
])("%s is refused in a sentence", async (line, sentence) => {
  const { id } = await createMerchant(ctx, { brandName: "Acme" });
  await expect(bankside(line.replace("ID", id))).rejects.toThrow(sentence);
});
