import { catalogueBanks } from "../banks/catalogue";
import type { Ctx } from "../lib/context";
import { dbOf } from "../lib/db";
import { type CertificateState, stateOf } from "./certificates";
import { type HealthRow, listHealth } from "./health-store";
import { readKeyFiles } from "./key-files";
import { listProfileRows } from "./profile-store";
import { profileFrom } from "./profiles";

export type ListedCertificate = { place: string; subject: string; validTo: Date; state: CertificateState };

export type ListedConnection = {
  id: string;
  environment: string;
  connector: string;
  enabled: boolean;
  /** `PT/millennium-bcp` */
  banks: string[];
  /** `paused`: the bank is left alone after calls that it did not answer. */
  health: "well" | "failing" | "paused";
  failures: number;
  /** Why the last call failed, and since when the bank is left alone. */
  lastKind: string | null;
  pausedSince: Date | null;
  /** Until when nothing new is started there; a call may try the bank afterwards. */
  pausedUntil: Date | null;
  certificates: ListedCertificate[];
  /** What is wrong with its PEM files on this machine. */
  faults: string[];
};

/** Every connection that the operator made, with its health over all processes, and its certificates as they are here. */
export async function listConnections(ctx: Pick<Ctx, "tx">): Promise<ListedConnection[]> {
  const [rows, health] = await Promise.all([listProfileRows(dbOf(ctx)), listHealth(dbOf(ctx))]);
  const names = new Map(catalogueBanks().map(({ id, market, slug }) => [id, `${market}/${slug}`]));
  return rows.map((row) => {
    const { connector, security } = profileFrom(row);
    const { certificates, faults } = readKeyFiles(security);
    const own = health.find(({ profileId, environment }) => profileId === row.id && environment === row.environment);
    return {
      id: row.id,
      environment: row.environment,
      connector,
      enabled: row.enabled,
      banks: row.bankIds.map((id) => names.get(id) ?? id),
      health: wellbeing(own),
      failures: own?.failures ?? 0,
      lastKind: own?.lastKind ?? null,
      pausedSince: own?.since ?? null,
      pausedUntil: own?.isOpen ? own.openUntil : null,
      certificates: certificates.map((one) => {
        return { place: one.place, subject: one.subject, validTo: one.validTo, state: stateOf(one) };
      }),
      faults,
    };
  });
}

function wellbeing(row: HealthRow | undefined): ListedConnection["health"] {
  if (row?.isOpen) return "paused";
  return row && row.failures > 0 ? "failing" : "well";
}
