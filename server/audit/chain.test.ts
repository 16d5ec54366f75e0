import type pg from "pg";
import { beforeEach, describe, expect, it } from "vitest";
import { PUBLIC_CALLER } from "../lib/context";
import { db } from "../lib/db";
import { newId } from "../lib/ids";
import { query } from "../test/database";
import { ctx as operator } from "../test/rows/fixtures";
import { readLinks } from "./chain-store";
import { recordAudit } from "./record-audit";
import { FIRST_HASH, hashOfEntry, textOfEntry } from "./rules";
import { verifyChain } from "./verify-chain";

const ctx = { ...operator, ip: "203.0.113.40", userAgent: "Firefox" };
let chainId: string;

beforeEach(() => {
  chainId = newId();
});

function add(count: number): Promise<void> {
  return db().$transaction(async (tx) => {
    const action = "credential.created";
    for (let number = 1; number <= count; number += 1) {
      await recordAudit(tx, ctx, { action, merchantId: chainId, subjectId: String(number), detail: { number } });
    }
  });
}

/** As a superuser: without the triggers. */
function tamper(sql: string): Promise<pg.QueryResult> {
  return query(async (client) => {
    await client.query("SET session_replication_role = replica");
    return client.query(sql, [chainId]);
  });
}

describe("an audit entry", () => {
  it("is chained to the previous one at commit, from 1 without gaps", async () => {
    await add(2);
    await add(1);
    const links = await readLinks(db(), { chainId, afterSeq: 0n, limit: 10 });
    expect(links.map(({ seq }) => seq)).toEqual([1n, 2n, 3n]);
    expect(links.map(({ prevHash }) => prevHash)).toEqual([FIRST_HASH, links[0]?.hash, links[1]?.hash]);
    expect(links[2]).toMatchObject({
      ip: "203.0.113.40",
      userAgent: "Firefox",
      actingAs: "admin",
      actorKind: "system",
    });
  });

  it("has the same canonical text in code and database", async () => {
    const strange = 'a "b" \\ \u0001\u001f\t\r\n\b\f \u2028 \u007f é 漢 😀 </script>';
    const caller = { ...PUBLIC_CALLER, actor: { kind: "user", id: strange } as const };
    const fact = {
      action: "x.y",
      merchantId: chainId,
      subjectId: strange,
      detail: { [strange]: strange, n: 1.5, t: true },
    };
    await db().$transaction((tx) =>
      recordAudit(tx, { ...ctx, caller, userAgent: strange }, { ...fact, before: { a: null }, after: { a: strange } }),
    );
    const [link] = await readLinks(db(), { chainId, afterSeq: 0n, limit: 1 });
    const sql = "SELECT audit_entry_text(e) AS text FROM audit_entries e WHERE chain_id = $1";
    const { rows } = await query<{ text: string }>(sql, [chainId]);
    expect(link && textOfEntry(link)).toBe(rows[0]?.text);
    expect(link && hashOfEntry(link)).toBe(link?.hash);
  });

  it("leaves no gap when its transaction rolls back", async () => {
    await add(1);
    const failing = db().$transaction(async (tx) => {
      await recordAudit(tx, ctx, { action: "x.y", merchantId: chainId, subjectId: null });
      throw new Error("no");
    });
    await expect(failing).rejects.toThrow("no");
    await add(1);
    expect(await verifyChain({}, { chainId })).toMatchObject({ position: { seq: 2n }, fault: null });
  });

  it.each([
    ["changed", "UPDATE audit_entries SET action = 'x' WHERE chain_id = $1"],
    ["unsealed", "UPDATE audit_entries SET hash = NULL WHERE chain_id = $1"],
    ["taken out", "DELETE FROM audit_entries WHERE chain_id = $1"],
    ["overtaken by another end of its chain", "UPDATE audit_chains SET seq = 9 WHERE chain_id = $1"],
    ["left without an end of its chain", "DELETE FROM audit_chains WHERE chain_id = $1"],
  ])("can't be %s by a role that may write", async (_what, sql) => {
    await add(1);
    await expect(query(sql, [chainId])).rejects.toThrow("append-only");
    expect(await verifyChain({}, { chainId })).toMatchObject({ position: { seq: 1n }, fault: null });
  });

  it("can't be truncated", async () => {
    await expect(query("TRUNCATE audit_entries")).rejects.toThrow("append-only");
    await expect(query("TRUNCATE audit_chains")).rejects.toThrow("append-only");
  });
});

describe("writers", () => {
  it("of one chain are serialised, and no entry is lost", async () => {
    await Promise.all(Array.from({ length: 40 }, () => add(2)));
    expect(await verifyChain({}, { chainId })).toMatchObject({ position: { seq: 80n }, fault: null });
  });

  it("do not wait for an open transaction that has written to the chain", async () => {
    const order: string[] = [];
    let letGo = () => {};
    const held = new Promise<void>((resolve) => {
      letGo = resolve;
    });
    let wrote = () => {};
    const written = new Promise<void>((resolve) => {
      wrote = resolve;
    });
    const slow = db().$transaction(async (tx) => {
      await recordAudit(tx, ctx, { action: "slow.one", merchantId: chainId, subjectId: null });
      wrote();
      await held;
      order.push("slow");
    });
    await written;
    await add(1);
    order.push("quick");
    letGo();
    await slow;
    expect(order).toEqual(["quick", "slow"]);
    expect(await verifyChain({}, { chainId })).toMatchObject({ position: { seq: 2n }, fault: null });
  });
});

describe("the verification of a chain", () => {
  beforeEach(() => add(5));

  it.each([
    ["changed", 3n, "UPDATE audit_entries SET detail = '{}' WHERE chain_id = $1 AND seq = 3"],
    ["changed", 2n, "UPDATE audit_entries SET ip = NULL WHERE chain_id = $1 AND seq = 2"],
    ["changed", 4n, "UPDATE audit_entries SET at = at - interval '1 day' WHERE chain_id = $1 AND seq = 4"],
    ["gap", 4n, "DELETE FROM audit_entries WHERE chain_id = $1 AND seq = 3"],
    ["gap", 2n, "DELETE FROM audit_entries WHERE chain_id = $1 AND seq = 1"],
    ["short", 5n, "DELETE FROM audit_entries WHERE chain_id = $1 AND seq = 5"],
    ["unsealed", null, "UPDATE audit_entries SET seq = NULL, hash = NULL WHERE chain_id = $1 AND seq = 5"],
  ] as const)("finds a change that bypassed the triggers: %s at %s", async (kind, seq, sql) => {
    await tamper(sql);
    expect(await verifyChain({}, { chainId })).toMatchObject({ fault: { kind, seq } });
  });

  it("finds an entry that was changed and rehashed, by its successor", async () => {
    await tamper("UPDATE audit_entries SET action = 'x.y' WHERE chain_id = $1 AND seq = 2");
    await tamper(`UPDATE audit_entries e SET hash = sha256(convert_to(audit_entry_text(e), 'UTF8'))
      WHERE chain_id = $1 AND seq = 2`);
    expect(await verifyChain({}, { chainId })).toMatchObject({
      position: { seq: 2n },
      fault: { kind: "gap", seq: 3n },
    });
  });

  it("finds a chain whose end was rewritten only by a noted position", async () => {
    const { position: noted } = await verifyChain({}, { chainId });
    await tamper("DELETE FROM audit_entries WHERE chain_id = $1 AND seq = 5");
    await tamper(`UPDATE audit_chains c SET seq = 4, hash = e.hash FROM audit_entries e
      WHERE c.chain_id = $1 AND e.chain_id = $1 AND e.seq = 4`);
    expect(await verifyChain({}, { chainId })).toMatchObject({ position: { seq: 4n }, fault: null });
    expect(await verifyChain({}, { chainId, noted })).toMatchObject({ fault: { kind: "foreign", seq: 5n } });
  });

  it("continues from an earlier part and finds later changes", { tags: "deep" }, async () => {
    // In parts: a transaction may last 15 s, and on a busy machine an entry takes 8 ms.
    for (let part = 0; part < 4; part += 1) await add(500);
    const first = await verifyChain({}, { chainId, limit: 1 });
    expect(first).toMatchObject({ position: { seq: 1_000n }, fault: null, done: false });
    expect(await verifyChain({}, { chainId, from: first.position })).toMatchObject({
      position: { seq: 2_005n },
      done: true,
    });
    await tamper("UPDATE audit_entries SET action = 'x.y' WHERE chain_id = $1 AND seq = 1001");
    const second = await verifyChain({}, { chainId, from: first.position });
    expect(second).toMatchObject({ position: { seq: 1_000n }, fault: { kind: "changed", seq: 1_001n } });
  });

  it("compares a noted position with entries added since", async () => {
    const { position: noted } = await verifyChain({}, { chainId });
    await add(3);
    expect(await verifyChain({}, { chainId, noted })).toMatchObject({ position: { seq: 8n }, fault: null });
  });
});
