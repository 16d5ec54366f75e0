import { copyFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { isStartError } from "../../lib/config/start-error";
import { closeDb } from "../../lib/db";
import { newId } from "../../lib/ids";
import { log } from "../../lib/log";
import { type Authority, type Certified, hasOpenssl, newAuthority } from "../../test/banks/certificates";
import { liveConnection, liveUkConnection, setDemo } from "../../test/banks/connections";
import { moveClock, query } from "../../test/database";
import { ctx } from "../../test/rows/fixtures";
import { temporaryFolder } from "../../test/temporary-folder";
import { connectorFor } from "../connector-for";
import { NO_MERCHANT } from "../guard/guard";
import { listUnavailableBanks } from "../guard/list-unavailable-banks";
import { tlsOf, whyUnusable } from "../keys/key-material";
import { findProfileById } from "../profiles";
import { checkConnections, reloadKeyFiles, reportCertificates } from "./check-connections";
import { setConnectionEnabled } from "./enable-connection";
import { putConnection } from "./put-connection";

const present = hasOpenssl();
if (!present) console.warn("Left out: the checks at the start, because the openssl command does not exist.");

vi.stubEnv("SIMBANK_ENABLED", "1");
const folder = temporaryFolder("connections");
let authority: Authority;
let first: Certified;
let second: Certified;
let ended: Certified;
let live: ReturnType<typeof liveConnection>;
beforeAll(() => {
  if (!present) return;
  authority = newAuthority("Test CA");
  first = authority.issue("first");
  second = authority.issue("second", { rsa: true });
  ended = authority.issue("ended", { expired: true });
});
afterAll(async () => {
  authority?.close();
  await closeDb();
});
beforeEach(async () => {
  if (!present) return;
  setDemo(false);
  live = liveConnection(path.join(folder, "live"), first);
  await putConnection(ctx, JSON.stringify(live));
  await setConnectionEnabled(ctx, { id: "millennium-bcp", to: "enabled" });
  await reloadKeyFiles();
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
/** The error of the start; null when it succeeds. */
async function refusal(): Promise<string | null> {
  try {
    await checkConnections();
    return null;
  } catch (error) {
    if (isStartError(error)) return error.message;
    throw error;
  }
}
const sql = (text: string) => query(text);

describe.runIf(present)("the start of the process", () => {
  it("succeeds when no enabled connection has a fault", async () => {
    expect(await refusal()).toBeNull();
  });

  it("succeeds when a connection's file is missing: one alert, that bank alone is not called, until the file is back", async () => {
    const other = liveUkConnection(path.join(folder, "uk"), second);
    await putConnection(ctx, JSON.stringify(other));
    await setConnectionEnabled(ctx, { id: "monzo", to: "enabled" });
    // Files that this process has not read yet, as at its start.
    const moved = path.join(folder, `${newId()}.crt`);
    await sql(
      `UPDATE bank_profiles SET profile = jsonb_set(profile, '{security,tls,certFile}', '"${moved}"') WHERE id = 'millennium-bcp'`,
    );
    const alerted = vi.spyOn(log(), "error");
    expect(await refusal()).toBeNull();
    expect(alerted).toHaveBeenCalledExactlyOnceWith(
      { bank: "millennium-bcp", detail: `security.tls.certFile ${moved} does not exist`, alert: true },
      "a bank cannot be called",
    );
    expect(await listUnavailableBanks("live")).toMatchObject([{ profileId: "millennium-bcp", reason: "certificate" }]);
    const working = await findProfileById("monzo", "live");
    expect(working && whyUnusable(working)).toBeNull();
    copyFileSync(tls().certFile, moved);
    expect(await listUnavailableBanks("live")).toEqual([]);
    vi.restoreAllMocks();
  });

  it("succeeds with a key of another certificate, and the alert says so", async () => {
    write({ key: second.key });
    const alerted = vi.spyOn(log(), "error");
    expect(await refusal()).toBeNull();
    expect(alerted).toHaveBeenCalledExactlyOnceWith(
      expect.objectContaining({ detail: expect.stringContaining("does not match the certificate"), alert: true }),
      "a bank cannot be called",
    );
    vi.restoreAllMocks();
  });

  it("fails with a sentence that names the connection and the fault of its profile", async () => {
    await sql(`UPDATE bank_profiles SET profile = profile || '{"hosts": ["other.example"]}'`);
    expect(await refusal()).toMatch(
      /^The connection "millennium-bcp" cannot be used: hosts: add psd2\.millenniumbcp\.example, the host of baseUrl\.\n/,
    );
  });

  it("fails for a profile that this version cannot parse", async () => {
    await sql(`UPDATE bank_profiles SET profile = profile || '{"finality": "SOON"}'`);
    expect(await refusal()).toContain('The connection "millennium-bcp" cannot be used: finality: ');
  });

  it("ignores disabled connections", async () => {
    await sql(`UPDATE bank_profiles SET profile = profile || '{"finality": "SOON"}', enabled = false`);
    expect(await refusal()).toBeNull();
  });

  it("succeeds with an expired certificate: that bank is not called, and an alert is logged", async () => {
    await moveClock("3 days");
    expect(await refusal()).toBeNull();
    const profile = await profileNow();
    expect(whyUnusable(profile)).toContain("expired on");
    const outcome = await connectorFor(profile, NO_MERCHANT).status(profile, {
      scheme: "SEPA_CREDIT_TRANSFER",
      bankPaymentId: "p1",
      consentId: null,
      links: {},
      money: { amountMinor: 2_550n, currency: "EUR" },
    });
    expect(outcome).toMatchObject({ ok: false, kind: "unavailable", detail: expect.stringContaining("expired on") });
    expect(await listUnavailableBanks("live")).toEqual([
      expect.objectContaining({ profileId: "millennium-bcp", reason: "certificate", bankIds: [expect.any(String)] }),
    ]);
  });
});

describe.runIf(present)("certificates", () => {
  it("are logged as a warning before they expire and as an alert afterwards", async () => {
    const [warned, alerted] = [vi.spyOn(log(), "warn"), vi.spyOn(log(), "error")];
    await reportCertificates();
    expect(warned).toHaveBeenCalledExactlyOnceWith(
      expect.objectContaining({ bank: "millennium-bcp", field: "security.tls.certFile", days_left: 1 }),
      "a certificate expires soon",
    );
    write(ended);
    await reportCertificates();
    expect(alerted).toHaveBeenCalledExactlyOnceWith(
      expect.objectContaining({ bank: "millennium-bcp", alert: true }),
      "a certificate has expired: its bank is not called",
    );
    expect(warned).toHaveBeenCalledTimes(1);
    vi.restoreAllMocks();
  });

  it("of a disabled connection are logged as a warning before they expire and afterwards", async () => {
    await setConnectionEnabled(ctx, { id: "millennium-bcp", to: "disabled" });
    const [warned, alerted] = [vi.spyOn(log(), "warn"), vi.spyOn(log(), "error")];
    await reportCertificates();
    write(ended);
    await reportCertificates();
    const about = expect.objectContaining({ bank: "millennium-bcp", field: "security.tls.certFile" });
    expect(warned.mock.calls).toEqual([
      [about, "a certificate expires soon"],
      [about, "a certificate of a disabled connection has expired"],
    ]);
    expect(alerted).not.toHaveBeenCalled();
    vi.restoreAllMocks();
  });
});

describe.runIf(present)("new key files", () => {
  it("are used after a reload and not before", async () => {
    const profile = await profileNow();
    expect(tlsOf(profile)?.cert).toBe(first.cert);
    write(second);
    expect(tlsOf(profile)?.cert).toBe(first.cert);
    await reloadKeyFiles();
    expect(tlsOf(profile)).toEqual({ cert: second.cert, key: second.key });
  });

  it("of a disabled connection are used after a reload, because its payments continue", async () => {
    expect(tlsOf(await profileNow())?.cert).toBe(first.cert);
    await setConnectionEnabled(ctx, { id: "millennium-bcp", to: "disabled" });
    write(second);
    await reloadKeyFiles();
    expect(tlsOf(await profileNow())?.cert).toBe(second.cert);
    const alerted = vi.spyOn(log(), "error");
    write({ cert: first.cert });
    await reloadKeyFiles();
    const faults = [expect.stringContaining("does not match the certificate")];
    const message = "new key files are not valid: the old ones stay in use";
    expect(alerted.mock.calls).toEqual([[{ bank: "millennium-bcp", faults }, message]]);
    vi.restoreAllMocks();
  });

  it("are loaded all or none: half of a new pair leaves the old one in use", async () => {
    write({ cert: second.cert });
    await reloadKeyFiles();
    expect(tlsOf(await profileNow())).toEqual({ cert: first.cert, key: first.key });
    expect(whyUnusable(await profileNow())).toBeNull();
  });

  it("are not used when they have expired", async () => {
    write(ended);
    await reloadKeyFiles();
    expect(tlsOf(await profileNow())?.cert).toBe(first.cert);
  });

  it("close the bank's circuit", async () => {
    await sql(
      `INSERT INTO bank_health (environment, profile_id, is_open, failures, openings, since, question_from, open_until, last_kind)
       VALUES ('live', 'millennium-bcp', TRUE, 1, 1, app_now(), app_now() + '5 min', app_now() + '5 min', 'auth')`,
    );
    expect(await listUnavailableBanks("live")).toMatchObject([{ reason: "auth", since: expect.any(Date) }]);
    copyFileSync(tls().certFile, `${tls().certFile}.old`);
    await reloadKeyFiles();
    expect(await listUnavailableBanks("live")).toEqual([]);
  });
});

it("an open circuit makes a simulated bank unavailable in every market of its slug, and in test only", async () => {
  await sql(
    `INSERT INTO bank_health (environment, profile_id, is_open, since, question_from, open_until, last_kind)
     VALUES ('test', 'revolut', TRUE, app_now(), app_now() + '1 min', app_now() + '1 min', 'unknown'),
       ('test', 'bpi', TRUE, app_now(), app_now() - interval '1 s', app_now() - interval '1 s', 'unknown')`,
  );
  const [down, ...others] = await listUnavailableBanks("test");
  expect(others).toEqual([]);
  expect(down).toMatchObject({ profileId: "revolut", environment: "test", reason: "unknown" });
  expect(down?.bankIds.length).toBeGreaterThan(1);
  expect(await listUnavailableBanks("live")).toEqual([]);
});
