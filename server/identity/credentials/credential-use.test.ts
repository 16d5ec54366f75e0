import { beforeAll, describe, expect, it } from "vitest";
import { now } from "../../lib/clock";
import type { Ctx } from "../../lib/context";
import { Prisma } from "../../lib/db";
import { createMerchant } from "../../merchants/create-merchant";
import { nodesOf } from "../../test/code-rules/query-plan";
import { moveClock, query } from "../../test/database";
import { ctx as operator } from "../../test/rows/fixtures";
import { issueToken } from "../tokens/issue-token";
import { createUser } from "../users/create-user";
import { createCredential } from "./create-credential";
import { disableCredential } from "./disable-credential";
import { listCredentials } from "./list-credentials";
import { mailCredentialEnds } from "./mail-credential-ends";

let merchantId: string;
/** Inês, at the Console. */
let ines: Ctx;

beforeAll(async () => {
  merchantId = (await createMerchant(operator, { brandName: "Olaria do Norte" })).id;
  const person = { email: "ines@x.example", name: "Inês Carvalho", role: "owner", merchantId } as const;
  const { id } = await createUser(operator, person);
  const caller = { kind: "merchant", merchantId, scopes: [], testOnly: false } as const;
  ines = { ...operator, caller: { ...caller, actor: { kind: "user", id, attended: true } } };
});

const make = (name: string, ctx = ines, scopes: ("read" | "payments" | "webhooks")[] = []) =>
  createCredential(ctx, { name, scopes, owner: { merchantId } });

async function listed(clientId: string) {
  const found = (await listCredentials(ines, { merchantId })).find(({ id }) => id === clientId);
  if (!found) throw new Error("It is not listed.");
  return found;
}

/** Rows of the request log: `count` calls, a second apart, the last `ago` before now. */
async function calls(actorId: string, count: number, ago: string, ip = "203.0.113.24", actorKind = "credential") {
  await query(
    `INSERT INTO api_calls (id, at, request_id, method, path, actor_kind, actor_id, merchant_id, status, duration_ms, ip,
         replayed)
       SELECT gen_random_uuid(), app_now() - $1::interval - n * interval '1 second', 'r', 'GET', '/', $2, $3, $4, 200, 1, $5,
         FALSE FROM generate_series(0, $6::int - 1) AS n`,
    [ago, actorKind, actorId, merchantId, ip, count],
  );
}

describe("a credential in the list", () => {
  it("shows who created it, and its permissions", async () => {
    const { client_id } = await make("Staging", ines, ["read", "read", "payments"]);
    expect(await listed(client_id)).toMatchObject({
      createdBy: "Inês Carvalho",
      scopes: ["read", "payments"],
      lastUsedAt: null,
      lastIp: null,
      callsLastHour: 0,
      isQuiet: true,
    });
    const { client_id: byTool } = await make("By the tool", operator);
    expect((await listed(byTool)).createdBy).toBeNull();
  });

  it("shows its last token or call as its last use, whichever is later", async () => {
    const made = await make("Used");
    await issueToken(operator, made);
    const issued = await listed(made.client_id);
    expect(issued).toMatchObject({ isQuiet: false, callsLastHour: 0, lastIp: null });
    await moveClock("2 hours");
    expect((await listed(made.client_id)).isQuiet).toBe(true);
    await calls(made.client_id, 3, "10 minutes");
    await calls(made.client_id, 5, "70 minutes", "198.51.100.7");
    const called = await listed(made.client_id);
    expect(called).toMatchObject({ isQuiet: false, callsLastHour: 3, lastIp: "203.0.113.24" });
    expect(called.lastUsedAt?.getTime()).toBeGreaterThan(issued.lastUsedAt?.getTime() ?? 0);
  });

  it("has no calls of another credential, nor of a person of the same id", async () => {
    const { client_id } = await make("Unused");
    await calls((await make("Busy")).client_id, 4, "1 minute");
    await calls(client_id, 4, "1 minute", "192.0.2.1", "user");
    expect(await listed(client_id)).toMatchObject({ callsLastHour: 0, lastUsedAt: null, isQuiet: true });
  });

  it("finds its calls by an index, and without the index reads all rows", async () => {
    const { client_id } = await make("Among many");
    await query(
      `INSERT INTO api_calls (id, at, request_id, method, path, actor_kind, actor_id, merchant_id, status, duration_ms,
           replayed)
         SELECT gen_random_uuid(), app_now() - n * interval '1 second', 'r', 'GET', '/', 'credential', 'c' || n % 100, $1,
           200, 1, FALSE FROM generate_series(1, 20000) AS n`,
      [merchantId],
    );
    await query("ANALYZE api_calls");
    const last = Prisma.sql`SELECT at FROM api_calls
      WHERE actor_kind = 'credential' AND actor_id = ${client_id} ORDER BY at DESC, id DESC LIMIT 1`;
    const plan = async (...before: string[]) => JSON.stringify(await nodesOf(last, before));
    expect(await plan()).toContain("api_calls_by_credential");
    expect(await plan("DROP INDEX api_calls_by_credential")).not.toContain("api_calls_by_credential");
  });
});

describe("names", () => {
  it("are unique among active credentials, ignoring case; a disabled one frees its name", async () => {
    const { client_id } = await make("Production");
    await expect(make(" production ")).rejects.toMatchObject({
      code: "VALIDATION_ERROR",
      metadata: { errors: [{ field: "name", message: expect.stringContaining("already") }] },
    });
    await disableCredential(ines, { id: client_id, merchantId });
    await expect(make("Production")).resolves.toBeDefined();
  });

  it("are unique in the Console only: the command line may create two of one name", async () => {
    await make("Twice", operator);
    await expect(make("Twice", operator)).resolves.toBeDefined();
  });

  it.each([
    ["a line break", "Shop\nhttps://evil.example"],
    ["a zero-width space", "Sh\u200bop"],
    ["a direction mark", "Shop\u202e"],
  ])("with %s are refused", async (_what, name) => {
    const refused = { metadata: { errors: [{ field: "name", message: expect.stringContaining("invisible") }] } };
    await expect(make(name)).rejects.toMatchObject(refused);
  });

  it("of keys and merchants are no links in the mails about a key's end", async () => {
    const { id } = await createMerchant(operator, { brandName: "https://evil.example" });
    const email = `o-${id}@x.example`;
    await createUser(operator, { email, name: "Inês", role: "owner", merchantId: id });
    const endsAt = new Date(now().getTime() + 8 * 86_400_000);
    await createCredential(operator, { name: "www.evil.example", owner: { merchantId: id }, endsAt });
    await moveClock("2 days");
    await mailCredentialEnds();
    const { rows } = await query("SELECT subject, text FROM mails WHERE recipient = $1", [email]);
    expect(rows[0].subject).toBe("API key expires soon: www. evil. example");
    expect(rows[0].text).toContain('The API key "www. evil. example" of https: //evil. example expires soon.');
  });
});
