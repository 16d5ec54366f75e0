import type pg from "pg";
import type { Endpoint } from "../../server/lib/endpoint";
import { newId } from "../../server/lib/ids";
import { requestDirectly } from "../../server/test/client";
import { query } from "../../server/test/database";
import type { Plan } from "./plans";
import {
  type Cell,
  type Expected,
  expectedAnswer,
  MERCHANT_ID_CASES,
  MERCHANTS,
  type MerchantIdCase,
  RESOURCE_CASES,
  type ResourceCase,
} from "./rules";
import { type MatrixCaller, marksOf, type World } from "./world";

/** The result of a matrix: the number of calls, and every call whose answer violates the contract. */
export type Verdict = { calls: number; refused: number; wrong: string[] };

type Call = {
  label: string;
  caller: MatrixCaller;
  expected: Expected;
  ids: { merchantId: string | null; id: string | null };
};
const CALLS_AT_ONCE = 8;

type Answer = { status: number; text: string; headers: string };

/**
 * Calls an endpoint from every caller with every id, and compares with the contract: the answer; that a refusal changes
 * no row in the database; that the same 404 has the same bytes for every id; that no data reaches another tenant.
 */
export async function judgeEndpoint(endpoint: Endpoint, plan: Plan, world: World): Promise<Verdict> {
  const calls = world.callers.flatMap((caller) => callsOf(caller, plan, world));
  const marks = await marksOf(world);
  const wrong: string[] = [];
  // Refused calls come first: no row may change between their beginning and their end.
  const refused = calls.filter(({ expected }) => expected.code !== null);
  const allowed = calls.filter(({ expected }) => expected.code === null);
  let before = await fingerprint();
  for (const caller of world.callers) {
    const sameBytes = new Map<string, { answer: string; label: string }>();
    const ofCaller = refused.filter((each) => each.caller === caller);
    for (const { call, answer } of await sendAll(ofCaller, (call) => send(endpoint, plan, world, call))) {
      wrong.push(...wrongAnswer(call, answer), ...leaks(call, answer, marks));
      if (call.expected.status !== 404) continue;
      const bytes = JSON.stringify(answer);
      const first = sameBytes.get(call.expected.code ?? "") ?? { answer: bytes, label: call.label };
      sameBytes.set(call.expected.code ?? "", first);
      if (first.answer !== bytes) wrong.push(`${call.label}: ${bytes}, but ${first.label}: ${first.answer}`);
    }
    const after = await fingerprint();
    const changed = [...after].filter(([table, content]) => before.get(table) !== content).map(([table]) => table);
    if (changed.length > 0) wrong.push(`${caller.name}: what was refused has changed ${changed.join(", ")}`);
    before = after;
  }
  for (const call of allowed) {
    const answer = await send(endpoint, plan, world, call);
    wrong.push(...wrongAnswer(call, answer), ...leaks(call, answer, marks));
    if (plan.shows) wrong.push(...shortcomings(call, answer, marks));
  }
  return { calls: calls.length, refused: refused.length, wrong };
}

function callsOf(caller: MatrixCaller, plan: Plan, world: World): Call[] {
  const merchantCases = plan.merchantId ? MERCHANT_ID_CASES : [null];
  const resourceCases = plan.resource ? RESOURCE_CASES : [null];
  const isPossible = (resource: ResourceCase | null) => !(plan.resource?.testOnly && resource?.endsWith(" live"));
  const cells = merchantCases.flatMap((merchantId) =>
    resourceCases.filter(isPossible).map((resource): Cell => ({ endpoint: plan.number, merchantId, resource })),
  );
  return cells.flatMap((cell) => {
    const expected = expectedAnswer(caller, cell, plan.resource?.notFound ?? null);
    return merchantIds(cell.merchantId, world).flatMap((merchantId) =>
      resourceIds(cell.resource, plan, world).map((id) => {
        const shown = (value: string) => (value.length > 50 ? `${value.slice(0, 50)}…` : value);
        const parts = [
          caller.name,
          ...(cell.merchantId === null
            ? []
            : [`merchant_id ${cell.merchantId}${merchantId === null ? "" : ` ${shown(merchantId)}`}`]),
          ...(cell.resource === null ? [] : [`${cell.resource} ${shown(id ?? "")}`]),
        ];
        return { label: parts.join("; "), caller, expected, ids: { merchantId, id } };
      }),
    );
  });
}

function merchantIds(given: MerchantIdCase | null, { shops }: World): (string | null)[] {
  if (given === null || given === "absent") return [null];
  if (given === "unknown") return [newId(), "00000000-0000-0000-0000-000000000000"];
  if (given === "malformed") return ["1", "", `${shops.alpha.merchantId}x`, `{${shops.alpha.merchantId}}`];
  return [shops[given].merchantId, shops[given].merchantId.toUpperCase()];
}

function resourceIds(given: ResourceCase | null, { resource }: Plan, { shops }: World): (string | null)[] {
  if (given === null || !resource) return [null];
  const own = resource.of(shops.alpha).test;
  if (given === "unknown") return resource.in === "params" ? [newId()] : [`ptok_${"A".repeat(43)}`];
  if (given === "malformed") {
    const anywhere = ["1", `${own}x`, `{${own}}`, "' OR 1=1 --", "é", "x".repeat(5000)];
    // Path escapes that are invalid, or that decode to text that cannot be stored.
    return resource.in === "params" ? [...anywhere, "%00", "%ZZ", "%E0%A4%A", "%ED%A0%80"] : [...anywhere, ""];
  }
  const [name, environment] = given.split(" ");
  const owner = MERCHANTS.find((each) => each === name);
  return owner ? [resource.of(shops[owner])[environment === "live" ? "live" : "test"]] : [];
}

/** Refused calls change nothing, so several run at once in any order. The answers are in the order of the calls. */
async function sendAll(calls: readonly Call[], sendOne: (call: Call) => Promise<Answer>) {
  const answered: { call: Call; answer: Answer }[] = [];
  for (let from = 0; from < calls.length; from += CALLS_AT_ONCE) {
    const some = calls.slice(from, from + CALLS_AT_ONCE);
    answered.push(...(await Promise.all(some.map(async (call) => ({ call, answer: await sendOne(call) })))));
  }
  return answered;
}

async function send(endpoint: Endpoint, plan: Plan, world: World, { caller, ids }: Call): Promise<Answer> {
  const rest = plan.rest?.(world) ?? {};
  const merchant = ids.merchantId === null ? {} : { merchant_id: ids.merchantId };
  const named = plan.resource && ids.id !== null ? { [plan.resource.name]: ids.id } : {};
  const body = {
    ...rest.body,
    ...(plan.merchantId === "body" ? merchant : {}),
    ...(plan.resource?.in === "body" ? named : {}),
  };
  const search = new URLSearchParams({ ...rest.query, ...(plan.merchantId === "query" ? merchant : {}) });
  // A malformed escape is sent unchanged.
  const path = endpoint.path.replace(/\{\w+\}/, () => ids.id?.replaceAll(/[^\w%.-]/g, encodeURIComponent) ?? "");
  const answer = await requestDirectly(endpoint.method, `${path}${search.size > 0 ? `?${search}` : ""}`, {
    headers: {
      ...(endpoint.body ? { "content-type": "application/json" } : {}),
      ...(caller.authorization === null ? {} : { authorization: caller.authorization }),
    },
    ...(endpoint.body ? { body: JSON.stringify(body) } : {}),
  });
  const headers = [...answer.headers].filter(([name]) => name !== "x-request-id").map((header) => header.join(": "));
  return { status: answer.status, text: answer.text, headers: headers.join("\n") };
}

function wrongAnswer({ label, expected }: Call, { status, text }: Answer): string[] {
  const code: unknown = (JSON.parse(text || "{}") as { error?: { code?: string } }).error?.code ?? null;
  if (status === expected.status && code === expected.code) return [];
  return [`${label}: ${status} ${text.slice(0, 200)}, expected ${expected.status} ${expected.code ?? ""}`];
}

type Marks = Awaited<ReturnType<typeof marksOf>>;

function leaks({ label, expected }: Call, answer: Answer, marks: Marks): string[] {
  const everything = `${answer.headers}\n${answer.text}`.toLowerCase();
  const others = MERCHANTS.filter((name) => !expected.of.includes(name));
  return others.flatMap((name) =>
    marks[name]
      .filter((mark) => everything.includes(mark.toLowerCase()))
      .map((mark) => `${label}: the answer holds ${mark}, of ${name}`),
  );
}

function shortcomings({ label, expected }: Call, { text }: Answer, marks: Marks): string[] {
  const missing = expected.of.filter((name) => !marks[name].some((mark) => text.includes(mark)));
  return missing.map((name) => `${label}: the answer shows nothing of ${name}`);
}

// The catalogue has no tenant; the request log is written for every call, refused ones included.
const BESIDE = ["_prisma_migrations", "banks", "api_calls", "merchant_usage"];

let fingerprintSql: string | undefined;

/** A hash of every table's content, by table name. The statement is prepared: it is planned once. */
export function fingerprint(): Promise<Map<string, string>> {
  return query(async (client) => {
    fingerprintSql ??= await hashesOfTables(client);
    // Starting two parallel processes turns a query of 2 ms into one of 20 ms.
    await client.query("SET max_parallel_workers_per_gather = 0");
    const { rows } = await client.query<{ name: string; hash: string | null }>({
      name: "fingerprint",
      text: fingerprintSql,
    });
    return new Map(rows.map(({ name, hash }) => [name, hash ?? "empty"]));
  });
}

async function hashesOfTables(client: pg.ClientBase): Promise<string> {
  const { rows } = await client.query<{ name: string }>(
    "SELECT tablename AS name FROM pg_tables WHERE schemaname = 'public' AND tablename <> ALL($1)",
    [BESIDE],
  );
  const hash = (name: string) =>
    `SELECT '${name}' AS name, md5(string_agg(t::text, '|' ORDER BY t::text)) AS hash FROM ${name} t`;
  return rows.map(({ name }) => hash(name)).join(" UNION ALL ");
}
