import { copyFileSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { closeDb } from "../lib/db";
import { log } from "../lib/log";
import { isStartError } from "../lib/start-error";
import { type Authority, type Certified, hasOpenssl, newAuthority } from "../test/certificates";
import { liveConnection } from "../test/connections";
import { moveClock, query } from "../test/database";
import { ctx } from "../test/fixtures";
import { checkConnections, reportCertificates, takeNewKeyFiles } from "./check-connections";
import { connectorFor } from "./connector-for";
import { NO_MERCHANT } from "./guard";
import { tlsOf, whyUnusable } from "./key-material";
import { listDownBanks } from "./list-down-banks";
import { findProfileById } from "./profiles";
import { putConnection } from "./put-connection";
import { switchConnection } from "./switch-connection";

const present = hasOpenssl();
if (!present) console.warn("Left out: the checks at the start, because the openssl command is not there.");

vi.stubEnv("SIMBANK_ENABLED", "1");
const folder = mkdtempSync(path.join(tmpdir(), "bankside-connections-"));
let authority: Authority;
let first: Certified;
let second: Certified;
let ended: Certified;
let live: ReturnType<typeof liveConnection>;
beforeAll(() => {
  if (!present) return;
  authority = newAuthority("Test CA");
  first = authority.issue("first");
  second = authority.issue("second");
  ended = authority.issue("ended", { expired: true });
});
afterAll(async () => {
  authority?.close();
  rmSync(folder, { recursive: true, force: true });
  await closeDb();
});
beforeEach(async () => {
  if (!present) return;
  live = liveConnection(path.join(folder, "live"), first);
  await putConnection(ctx, JSON.stringify(live));
  await switchConnection(ctx, { id: "millennium-bcp", to: "enabled" });
  await takeNewKeyFiles();
});

const tls = () => live.profile.security.tls;
const write = ({ cert, key }: Partial<Certified>) => {
  if (cert !== undefined) writeFileSync(tls().certFile, cert);
  if (key !== undefined) writeFileSync(tls().keyFile, key);
};
const profileNow = async () => {
  const profile = await findProfileById("millennium-bcp", "live", { evenDisabled: true });
  if (!profile) throw new Error("The connection is gone.");
  return profile;
};
/** What would be said instead of a start; null when it starts. */
async function refusal(): Promise<string | null> {
  try {
    await checkConnections();
    return null;
  } catch (error) {
    if (isStartError(error)) return error.message;
    throw error;
  }
}
const sql = (text: string) => query((client) => client.query(text));

describe.runIf(present)("the start", () => {
  it("goes on while nothing is wrong with any enabled connection", async () => {
    expect(await refusal()).toBeNull();
  });

  it("is refused in a sentence that names the connection and the fault", async () => {
    write({ key: second.key });
    expect(await refusal()).toMatch(
      /^The connection "millennium-bcp" cannot be used: security.tls.keyFile .* is not the key of the certificate/,
    );
    rmSync(tls().keyFile);
    expect(await refusal()).toContain("is not there.");
  });

  it("is refused over a profile that this version cannot read", async () => {
    await sql(`UPDATE bank_profiles SET profile = profile || '{"finality": "SOON"}'`);
    expect(await refusal()).toContain('The connection "millennium-bcp" cannot be used: finality: ');
  });

  it("is not refused over one that is disabled", async () => {
    await switchConnection(ctx, { id: "millennium-bcp", to: "disabled" });
    write({ key: second.key });
    expect(await refusal()).toBeNull();
  });

  it("is not refused over a certificate that has ended: that bank is not called, and everybody hears of it", async () => {
    await moveClock("3 days");
    expect(await refusal()).toBeNull();
    const profile = await profileNow();
    expect(whyUnusable(profile)).toContain("ended on");
    const outcome = await connectorFor(profile, NO_MERCHANT).status(profile, {
      scheme: "SEPA_CREDIT_TRANSFER",
      bankPaymentId: "p1",
      consentId: null,
      links: {},
    });
    expect(outcome).toMatchObject({ ok: false, kind: "unavailable", detail: expect.stringContaining("ended on") });
    expect(await listDownBanks("live")).toEqual([
      expect.objectContaining({ profileId: "millennium-bcp", reason: "certificate", bankIds: [expect.any(String)] }),
    ]);
  });
});

describe.runIf(present)("ends of certificates", () => {
  it("are reported: soon to end as a warning, ended as an alert, and the others not at all", async () => {
    const [warned, alerted] = [vi.spyOn(log(), "warn"), vi.spyOn(log(), "error")];
    await reportCertificates();
    expect(warned).toHaveBeenCalledExactlyOnceWith(
      expect.objectContaining({ bank: "millennium-bcp", place: "security.tls.certFile", days_left: 1 }),
      "a certificate ends soon",
    );
    write(ended);
    await reportCertificates();
    expect(alerted).toHaveBeenCalledExactlyOnceWith(
      expect.objectContaining({ bank: "millennium-bcp", alert: true }),
      "a certificate has ended: its bank is not called",
    );
    expect(warned).toHaveBeenCalledTimes(1);
    vi.restoreAllMocks();
  });
});

describe.runIf(present)("new key files", () => {
  it("are taken when they are asked for, and not before", async () => {
    const profile = await profileNow();
    expect(tlsOf(profile)?.cert).toBe(first.cert);
    write(second);
    expect(tlsOf(profile)?.cert).toBe(first.cert);
    await takeNewKeyFiles();
    expect(tlsOf(profile)).toEqual({ cert: second.cert, key: second.key });
  });

  it("are taken as a whole or not at all: half of a new pair leaves the old one in use", async () => {
    write({ cert: second.cert });
    await takeNewKeyFiles();
    expect(tlsOf(await profileNow())).toEqual({ cert: first.cert, key: first.key });
    expect(whyUnusable(await profileNow())).toBeNull();
  });

  it("are not taken when they are older than what is in use", async () => {
    write(ended);
    await takeNewKeyFiles();
    expect(tlsOf(await profileNow())?.cert).toBe(first.cert);
  });

  it("let their bank be tried anew at once", async () => {
    await sql(
      `INSERT INTO bank_health (environment, profile_id, is_open, failures, openings, since, question_from, open_until, last_kind)
       VALUES ('live', 'millennium-bcp', TRUE, 1, 1, app_now(), app_now() + '5 min', app_now() + '5 min', 'auth')`,
    );
    expect(await listDownBanks("live")).toMatchObject([{ reason: "auth", since: expect.any(Date) }]);
    copyFileSync(tls().certFile, `${tls().certFile}.old`);
    await takeNewKeyFiles();
    expect(await listDownBanks("live")).toEqual([]);
  });
});

it("a simulated bank that is left alone is down in every market of its name, and in test only", async () => {
  await sql(
    `INSERT INTO bank_health (environment, profile_id, is_open, since, question_from, open_until, last_kind)
     VALUES ('test', 'revolut', TRUE, app_now(), app_now() + '1 min', app_now() + '1 min', 'unknown'),
       ('test', 'bpi', TRUE, app_now(), app_now() - interval '1 s', app_now() - interval '1 s', 'unknown')`,
  );
  const [down, ...others] = await listDownBanks("test");
  expect(others).toEqual([]);
  expect(down).toMatchObject({ profileId: "revolut", environment: "test", reason: "unknown" });
  expect(down?.bankIds.length).toBeGreaterThan(1);
  expect(await listDownBanks("live")).toEqual([]);
});
