import { writeFileSync } from "node:fs";
import path from "node:path";
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { catalogueBanks } from "../banks/catalogue";
import { putConnection } from "../connectors/connections/put-connection";
import { findProfile, findProfileById, hasLiveConnections } from "../connectors/profiles";
import { setClockOffset } from "../lib/clock";
import { closeDb } from "../lib/db";
import { type Authority, hasOpenssl, newAuthority } from "../test/banks/certificates";
import { liveConnection, setDemo } from "../test/banks/connections";
import { bankside as run } from "../test/command-line";
import { query } from "../test/database";
import { ctx } from "../test/rows/fixtures";
import { temporaryFolder } from "../test/temporary-folder";

const present = hasOpenssl();
if (!present) console.warn("Left out: the commands for connections, because the openssl command is not there.");

vi.stubEnv("SIMBANK_ENABLED", "1");
const folder = temporaryFolder("connections");
let authority: Authority;
let live: ReturnType<typeof liveConnection>;
beforeAll(() => {
  if (!present) return;
  setDemo(false);
  authority = newAuthority("Test CA");
  live = liveConnection(path.join(folder, "live"), authority.issue("PSP"));
});
afterAll(async () => {
  authority?.close();
  await closeDb();
});

// Look-ups are cached for 500 ms: the clock moves on before each test.
let offsetMs = 0;
function later(): void {
  offsetMs += 1_000;
  setClockOffset(offsetMs);
}
beforeEach(later);

async function bankside(line: string) {
  const output = await run(line);
  later();
  return output;
}

/** Writes the connection with these changes into a file. */
function file(changed: object = {}, banks = live.banks): string {
  const at = path.join(folder, "connection.json");
  writeFileSync(at, JSON.stringify({ banks, profile: { ...live.profile, ...changed } }));
  return at;
}

function bank(market: string, slug: string) {
  const found = catalogueBanks().find((one) => one.market === market && one.slug === slug);
  if (!found) throw new Error(`${market}/${slug} is in no catalogue.`);
  return found;
}
const millennium = () => bank("PT", "millennium-bcp");

describe.runIf(present)("connection commands", () => {
  it("check a file without storing it", async () => {
    expect((await bankside(`connection check --file ${file()}`)).text).toContain("is valid.");
    await expect(bankside(`connection check --file ${file({ finality: "x", security: {} })}`)).rejects.toThrow(
      "profile.finality: ",
    );
    const absent = bankside("connection check --file no/../such-file");
    await expect(absent).rejects.toThrow(`Cannot read ${path.resolve("such-file")}: ENOENT.`);
    expect((await bankside("connection list")).text).toBe("No connections.");
  });

  it("put a disabled connection, enable it, list it and disable it", async () => {
    expect(await hasLiveConnections()).toBe(false);
    expect((await bankside(`connection put --file ${file()}`)).json).toMatchObject({ new: true, enabled: false });
    expect(await hasLiveConnections()).toBe(false);
    expect(await findProfile(millennium(), "live")).toBeNull();
    await bankside("connection enable --id millennium-bcp");
    expect(await hasLiveConnections()).toBe(true);
    expect((await findProfile(millennium(), "live"))?.baseUrl).toBe(live.profile.baseUrl);
    const listed = (await bankside("connection list")).json;
    expect(listed).toMatchObject({
      connections: [
        {
          id: "millennium-bcp",
          environment: "live",
          connector: "berlin-group",
          enabled: true,
          banks: ["PT/millennium-bcp"],
          health: "healthy",
          certificates: [{ field: "security.tls.certFile", subject: "CN=PSP", state: "ends soon" }],
          faults: [],
        },
      ],
    });
    expect(JSON.stringify(listed)).not.toMatch(/PRIVATE KEY|MII/);
    await bankside("connection disable --id millennium-bcp");
    expect(await findProfile(millennium(), "live")).toBeNull();
  });

  it("still find a disabled connection for payments under way, and keep the installation live", async () => {
    expect(await findProfileById("millennium-bcp", "live")).toBeNull();
    expect(await findProfileById("millennium-bcp", "live", { evenDisabled: true })).not.toBeNull();
    expect(await hasLiveConnections()).toBe(true);
  });

  it("never mix live and test, neither by bank nor by id", async () => {
    await bankside("connection enable --id millennium-bcp");
    expect((await findProfile(millennium(), "test"))?.baseUrl).toContain("/simbank/millennium-bcp/");
    expect((await findProfileById("millennium-bcp", "test"))?.environment).toBe("test");
    expect(await findProfile(bank("PT", "bpi"), "live")).toBeNull();
    expect(await findProfileById("bpi", "live", { evenDisabled: true })).toBeNull();
    await expect(bankside(`connection put --file ${file({ environment: "test" })}`)).rejects.toThrow("not valid");
  });

  it("use a bank's sandbox in test if it is configured, and the simulated bank otherwise", async () => {
    const sandbox = { id: "millennium-bcp-sandbox", environment: "test", baseUrl: "https://sandbox.example/xs2a" };
    await bankside(`connection put --file ${file({ ...sandbox, hosts: ["sandbox.example"] })}`);
    expect((await findProfile(millennium(), "test"))?.baseUrl).toContain("/simbank/");
    await bankside("connection enable --id millennium-bcp-sandbox");
    expect((await findProfile(millennium(), "test"))?.baseUrl).toBe(sandbox.baseUrl);
    expect((await findProfile(bank("PT", "bpi"), "test"))?.baseUrl).toContain("/simbank/bpi/");
    expect((await findProfile(millennium(), "live"))?.baseUrl).toBe(live.profile.baseUrl);
  });

  it("allow one enabled connection per bank and environment", async () => {
    await bankside(`connection put --file ${file({ id: "second" })}`);
    await expect(bankside("connection enable --id second")).rejects.toMatchObject({
      metadata: {
        errors: [{ field: "banks", message: expect.stringContaining("millennium-bcp: disable that connection first") }],
      },
    });
    await bankside(`connection put --file ${file({ id: "second" }, ["PT/bpi"])}`);
    await bankside("connection enable --id second");
    await expect(bankside(`connection put --file ${file({ id: "second" })}`)).rejects.toThrow("not valid");
    expect((await findProfile(bank("PT", "bpi"), "live"))?.id).toBe("second");
    const both = await Promise.allSettled([
      bankside("connection enable --id second"),
      bankside("connection disable --id second"),
    ]);
    expect(both.map(({ status }) => status)).toEqual(["fulfilled", "fulfilled"]);
  });

  it("refuse to enable a connection that has become invalid since it was put", async () => {
    const ours = authority.issue("short");
    const short = liveConnection(path.join(folder, "short"), ours, { id: "short" });
    await bankside(`connection put --file ${file(short.profile, [])}`);
    writeFileSync(short.profile.security.tls.certFile, authority.issue("ended", { expired: true }).cert);
    await expect(bankside("connection enable --id short")).rejects.toMatchObject({
      metadata: { errors: expect.arrayContaining([{ field: "connection", message: expect.any(String) }]) },
    });
    expect((await bankside("connection list")).text).toMatch(/short {2}live {2}berlin-group {2}disabled[\s\S]*ENDED/);
  });

  it("are audited without the paths of addresses", async () => {
    const { rows } = await query<{ action: string; detail: object }>(
      "SELECT action, detail FROM audit_entries WHERE subject_id = 'millennium-bcp' ORDER BY at, id",
    );
    const actions = ["created", "enabled", "disabled", "enabled"].map((verb) => `connection.${verb}`);
    expect(rows.map(({ action }) => action)).toEqual(actions);
    expect(rows[0]?.detail).toEqual({
      environment: "live",
      connector: "berlin-group",
      host: "psd2.millenniumbcp.example",
      banks: 1,
    });
  });

  it.each([
    ["connection put", '"connection put" needs --file <path>.'],
    ["connection enable --id unknown", "No such connection."],
    ["connection disable --id unknown", "No such connection."],
  ])("%s is refused in a sentence", async (line, sentence) => {
    await expect(bankside(line)).rejects.toThrow(sentence);
  });

  it("refuse every caller but the operator", async () => {
    const admin = { ...ctx, caller: { ...ctx.caller, actor: { kind: "credential", id: "c" } as const } };
    await expect(putConnection(admin, JSON.stringify(live))).rejects.toMatchObject({ code: "FORBIDDEN" });
  });
});

describe.runIf(present)("the database itself refuses", () => {
  it.each([
    ["a connection that is deleted", "DELETE FROM bank_profiles", "never deleted"],
    ["one that changes its environment", "UPDATE bank_profiles SET environment = 'test' WHERE id = 'second'", "keeps"],
    ["one that says other than its row", "UPDATE bank_profiles SET profile = '{}'", "same_profile"],
    ["one that was enabled and knows of no such day", "UPDATE bank_profiles SET first_enabled_at = NULL", "enabled"],
  ])("%s", async (_what, sql, words) => {
    await expect(query(sql)).rejects.toThrow(words);
  });
});
