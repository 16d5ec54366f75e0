import { beforeEach, describe, expect, it } from "vitest";
import { now } from "../../lib/clock";
import { db } from "../../lib/db";
import { createPartner } from "../../merchants/create-partner";
import { bankside } from "../../test/command-line";
import { moveClock, query, untilLocksWait } from "../../test/database";
import { ctx, newTenant, type Tenant } from "../../test/rows/fixtures";
import { createUser } from "../users/create-user";
import { createCredential } from "./create-credential";
import type { CredentialOwnerInput } from "./credential-owner";
import { disableCredential } from "./disable-credential";
import { limitCredential } from "./limit-credential";
import { listCredentialNames, listCredentials } from "./list-credentials";
import { mailCredentialEnds } from "./mail-credential-ends";
import { reportLeakedSecret } from "./report-leaked-secret";
import { hasActiveNamed, lockCredential, MAX_CREDENTIALS } from "./store";

const DAY_MS = 86_400_000;
const inFuture = (days: number) => new Date(now().getTime() + days * DAY_MS);

let tenant: Tenant;
let id: string;
beforeEach(async () => {
  tenant = await newTenant();
  id = tenant.clientId;
});

const rows = async (sql: string, values: unknown[]) => (await query(sql, values)).rows;
const limits = async () => {
  const [row] = await rows("SELECT ends_at, allowed_networks FROM credentials WHERE id = $1", [id]);
  return [row.ends_at, row.allowed_networks];
};

it.each(["01931f4e-7c1a-7d3e-9a55-5b6f0c9d2a10", "no-uuid"])(
  "an API key of a partner that does not exist is refused, and none is listed: %s",
  async (partnerId) => {
    const refused = { metadata: { errors: [{ field: "partner", message: "There is no such partner." }] } };
    await expect(bankside(`credential create --name Shop --partner ${partnerId}`)).rejects.toMatchObject(refused);
    await expect(bankside(`credential list --partner ${partnerId}`)).rejects.toMatchObject(refused);
    expect(await rows("SELECT id FROM credentials WHERE partner_id::text = $1", [partnerId])).toEqual([]);
  },
);

describe("restricting an API key", () => {
  it("from limits that another person has changed meanwhile is refused, and theirs stay", async () => {
    const seen = { endsAt: null, allowedNetworks: [] };
    const first = limitCredential(ctx, { id, endsAt: null, allowedNetworks: ["203.0.113.0/24"], seen });
    expect(await first).toEqual({ endsAt: null, allowedNetworks: ["203.0.113.0/24"] });
    const second = limitCredential(ctx, { id, endsAt: inFuture(30), allowedNetworks: [], seen });
    await expect(second).rejects.toMatchObject({ metadata: { errors: [{ field: "version" }] } });
    expect(await limits()).toEqual([null, ["203.0.113.0/24"]]);
  });

  it("control: from the current limits it is accepted", async () => {
    await limitCredential(ctx, { id, endsAt: inFuture(30), allowedNetworks: ["203.0.113.7"] });
    const [item] = await listCredentials(ctx, { merchantId: tenant.merchantId });
    if (!item) throw new Error("no key");
    await limitCredential(ctx, { id, endsAt: null, allowedNetworks: [], seen: item });
    expect(await limits()).toEqual([null, []]);
  });

  it("keeps an omitted limit, and the mail about an end that stays", async () => {
    await createUser(ctx, { email: `o-${id}@x.example`, name: "Inês", role: "owner", merchantId: tenant.merchantId });
    const endsAt = inFuture(6);
    await query("UPDATE credentials SET ends_at = $1 WHERE id = $2", [endsAt, id]);
    await limitCredential(ctx, { id, allowedNetworks: ["203.0.113.0/24"] });
    expect(await limits()).toEqual([endsAt, ["203.0.113.0/24"]]);
    await mailCredentialEnds();
    expect(await rows("SELECT subject FROM mails WHERE recipient = $1", [`o-${id}@x.example`])).toEqual([
      { subject: "API key expires soon: Test" },
    ]);
  });

  it("at the command line changes the named limits only; none and any remove one", async () => {
    const run = async (limit: string) => (await bankside(`credential limit --id ${id} ${limit}`)).json;
    const end = inFuture(30);
    await run("--allow 203.0.113.0/24");
    await run(`--ends ${end.toISOString()}`);
    expect(await limits()).toEqual([end, ["203.0.113.0/24"]]);
    expect(await run("--ends none")).toMatchObject({ ends_at: null, allowed_networks: ["203.0.113.0/24"] });
    await run("--allow any");
    expect(await limits()).toEqual([null, []]);
    const day = inFuture(30).toISOString().slice(0, 10);
    await run(`--ends ${day}`);
    expect(await limits()).toEqual([new Date(`${day}T00:00:00Z`), []]);
  });

  it.each(["2027-02-29", "2027-02-30T12:00:00Z", "2027-01-31T12:00:00", "31.1.2027", "1"])(
    "at the command line is refused with an end that is no date, or a time without a zone: %s",
    async (end) => {
      const refused = `--ends ${end} is not a date or a time with a zone.`;
      const commands = [`credential create --name Shop --merchant ${tenant.merchantId}`, `credential limit --id ${id}`];
      for (const command of commands) await expect(bankside(`${command} --ends ${end}`)).rejects.toThrow(refused);
      expect(await limits()).toEqual([null, []]);
    },
  );

  it.each(["", ","])("at the command line to the networks %j is refused, and the limit stays", async (none) => {
    await limitCredential(ctx, { id, allowedNetworks: ["203.0.113.0/24"] });
    const refused = "--allow needs an address or a network, or: any.";
    for (const command of [`limit --id ${id}`, "create --name Shop --admin"])
      await expect(bankside(`credential ${command} --allow=${none}`)).rejects.toThrow(refused);
    expect(await limits()).toEqual([null, ["203.0.113.0/24"]]);
  });
});

it("a new API key is printed at the command line with its limits", async () => {
  const create = `credential create --name Shop --merchant ${tenant.merchantId}`;
  const { text, json } = await bankside(`${create} --allow 203.0.113.7,2001:db8::/32 --test-only --scopes read`);
  expect(text).toContain("\nLimits:        read, test only, from 203.0.113.7/32 2001:db8::/32\n");
  expect(json).toMatchObject({ scopes: ["read"], test_only: true, ends_at: null });
  expect((await bankside(create)).text).toContain("\nLimits:        all scopes\n");
});

describe("restricting an API key to the limits that it has", () => {
  it("has no entry in the audit log; the command line refuses a call without a limit", async () => {
    await limitCredential(ctx, { id, endsAt: null, allowedNetworks: ["203.0.113.0/24"] });
    await limitCredential(ctx, { id, endsAt: null, allowedNetworks: ["203.0.113.0/24"] });
    await limitCredential(ctx, { id });
    const sql = "SELECT 1 FROM audit_entries WHERE subject_id = $1 AND action = 'credential.limited'";
    expect(await rows(sql, [id])).toHaveLength(1);
    await expect(bankside(`credential limit --id ${id}`)).rejects.toThrow("needs --ends <time> or --allow <a,b>");
  });
});

describe("disabling an API key", () => {
  const facts = async () => [
    (await rows("SELECT disabled_at FROM credentials WHERE id = $1", [id]))[0].disabled_at,
    await rows("SELECT action FROM audit_entries WHERE subject_id = $1 AND action = 'credential.disabled'", [id]),
  ];

  it("twice has one entry and the time of the first call", async () => {
    await disableCredential(ctx, { id });
    const first = await facts();
    await moveClock("1 hour");
    await disableCredential(ctx, { id });
    expect(await facts()).toEqual(first);
    expect(first[1]).toHaveLength(1);
  });

  it("by two concurrent calls has one entry", async () => {
    const { both } = await db().$transaction(async (tx) => {
      await lockCredential(tx, id, {});
      const calls = [1, 2].map(() => disableCredential(ctx, { id }));
      await untilLocksWait(2);
      return { both: Promise.all(calls) };
    });
    await both;
    expect((await facts())[1]).toHaveLength(1);
  });
});

it("of two concurrent creations of an API key with one name, the second is refused on the name", async () => {
  const { merchantId } = tenant;
  const attended = { ...ctx, caller: { ...ctx.caller, actor: { ...ctx.caller.actor, attended: true } } } as const;
  const { both } = await db().$transaction(async (tx) => {
    await hasActiveNamed(tx, { kind: "merchant", merchantId, partnerId: null }, "");
    const calls = ["Production", "production"].map((name) =>
      createCredential(attended, { name, owner: { merchantId } }),
    );
    await untilLocksWait(2);
    return { both: Promise.allSettled(calls) };
  });
  const ended = await both;
  expect(ended.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
  expect(ended).toContainEqual(
    expect.objectContaining({
      reason: expect.objectContaining({ metadata: { errors: [expect.objectContaining({ field: "name" })] } }),
    }),
  );
});

/** Copies of the merchant's API key; `disabled`: they were disabled one after another, before now. */
const addCopies = (count: number, disabled: boolean) =>
  query(
    `INSERT INTO credentials SELECT (jsonb_populate_record(c, jsonb_build_object('id', gen_random_uuid(),
      'disabled_at', CASE WHEN $3 THEN now() - n * interval '1 s' END))).*
    FROM credentials c, generate_series(1, $2::int) n WHERE c.id = $1`,
    [id, count, disabled],
  );

describe("an owner's API keys", () => {
  it("are limited, also with concurrent creations by programs, until one is disabled", async () => {
    const owner = { merchantId: tenant.merchantId };
    const create = (name: string) => createCredential(ctx, { name, owner });
    await addCopies(MAX_CREDENTIALS - 2, false);
    const ended = await Promise.allSettled([create("One"), create("Two")]);
    expect(ended.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
    const errors = [{ field: "name", message: expect.stringContaining(`limit of ${MAX_CREDENTIALS} API keys`) }];
    await expect(create("Three")).rejects.toMatchObject({ code: "VALIDATION_ERROR", metadata: { errors } });
    await disableCredential(ctx, { id });
    await expect(create("Three")).resolves.toBeDefined();
    const other = await newTenant();
    await expect(createCredential(ctx, { name: "Four", owner: other })).resolves.toBeDefined();
  });

  it("are listed with those that were disabled last, up to as many", async () => {
    await addCopies(MAX_CREDENTIALS + 20, true);
    const { client_id } = await createCredential(ctx, { name: "Old", owner: tenant });
    await disableCredential(ctx, { id: client_id });
    for (const list of [listCredentials, listCredentialNames]) {
      const ids = (await list(ctx, { merchantId: tenant.merchantId })).map((each) => each.id);
      expect(ids).toHaveLength(MAX_CREDENTIALS + 1);
      expect(ids).toEqual(expect.arrayContaining([id, client_id]));
    }
  });
});

describe("a mail about an API key without a page", () => {
  const page = "/console/api-keys";

  async function textsOf(email: string, owner: CredentialOwnerInput): Promise<string[]> {
    const { client_secret } = await createCredential(ctx, { name: "Server", owner, endsAt: inFuture(30) });
    await moveClock("24 days");
    await mailCredentialEnds();
    await reportLeakedSecret(ctx, { secret: client_secret, revoke: true });
    const sql = "SELECT text FROM mails WHERE recipient = $1 AND subject LIKE '%Server' ORDER BY id";
    return (await rows(sql, [email])).map(({ text }) => text);
  }

  it("of a partner names the operator, and of the operator the command", async () => {
    const { id: partnerId } = await createPartner(ctx, { name: "Ribeira" });
    await createUser(ctx, { email: "dev@ribeira.example", name: "Rui", role: "developer", partnerId });
    await createUser(ctx, { email: "dev@operator.example", name: "Tiago", role: "developer" });
    const [partners, operators] = [
      await textsOf("dev@ribeira.example", { partnerId }),
      await textsOf("dev@operator.example", "admin"),
    ];
    expect([partners.length, operators.length]).toEqual([2, 2]);
    for (const text of partners) expect(text).toContain("Ask the operator of this installation");
    for (const text of operators) expect(text).toContain("npm run -s bankside -- credential create --admin");
    expect([...partners, ...operators].filter((text) => text.includes(page))).toEqual([]);
  });

  it("control: of a merchant names the page", async () => {
    const { merchantId } = tenant;
    await createUser(ctx, { email: `dev-${id}@x.example`, name: "Ana", role: "developer", merchantId });
    const texts = await textsOf(`dev-${id}@x.example`, { merchantId });
    expect(texts.map((text) => text.includes(page))).toEqual([true, true]);
  });
});
