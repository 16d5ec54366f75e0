import { catalogueBanks } from "../../banks/catalogue";
import type { Ctx } from "../../lib/context";
import { dbOf } from "../../lib/db";
import { type HealthRow, listHealth } from "../guard/health-store";
import { type CertificateState, stateOf } from "../keys/certificates";
import { readKeyFiles } from "../keys/key-files";
import type { BankProfile } from "../profile-schema";
import { listProfileRows, type ProfileRow } from "../profile-store";
import { readProfile } from "../profiles";

export type ListedCertificate = { field: string; subject: string; validTo: Date; state: CertificateState };

export type ListedConnection = {
  id: string;
  environment: string;
  /** Null when the profile cannot be read. */
  connector: string | null;
  enabled: boolean;
  /** `PT/millennium-bcp` */
  banks: string[];
  /** `circuit-open`: no calls are sent after failed ones, except trials. */
  health: "healthy" | "failing" | "circuit-open";
  failures: number;
  /** Why the last call failed, and since when the circuit is open. */
  lastKind: string | null;
  openSince: Date | null;
  /** The end of the open period; then a trial may be sent. */
  openUntil: Date | null;
  certificates: ListedCertificate[];
  /** The faults of its PEM files on this machine, or of a profile that cannot be read. */
  faults: string[];
};

/** Every connection of the operator, with its health over all processes and its certificates on this machine. */
export async function listConnections(ctx: Pick<Ctx, "tx">): Promise<ListedConnection[]> {
  const [rows, health] = await Promise.all([listProfileRows(dbOf(ctx)), listHealth(dbOf(ctx))]);
  return rows.map((row) => {
    const { profile, faults } = readProfile(row.profile);
    const own = health.find(({ profileId, environment }) => profileId === row.id && environment === row.environment);
    return {
      id: row.id,
      environment: row.environment,
      connector: profile?.connector ?? null,
      enabled: row.enabled,
      banks: bankNames(row.bankIds),
      health: healthOf(own),
      failures: own?.failures ?? 0,
      lastKind: own?.lastKind ?? null,
      openSince: own?.since ?? null,
      openUntil: own?.isOpen ? own.openUntil : null,
      ...(profile ? readCertificates(profile.security) : { certificates: [], faults }),
    };
  });
}

function healthOf(row: HealthRow | undefined): ListedConnection["health"] {
  if (row?.isOpen) return "circuit-open";
  return row && row.failures > 0 ? "failing" : "healthy";
}

/** The banks as connection files name them: `PT/millennium-bcp`. */
export function bankNames(bankIds: readonly string[]): string[] {
  const names = new Map(catalogueBanks().map(({ id, market, slug }) => [id, `${market}/${slug}`]));
  return bankIds.map((id) => names.get(id) ?? id);
}

/** A stored connection as a connection file, for editing. */
export function connectionText({ bankIds, profile }: Pick<ProfileRow, "bankIds" | "profile">): string {
  return JSON.stringify({ banks: bankNames(bankIds), profile }, null, 2);
}

/** The certificates of a profile on this machine, and the faults of its PEM files. */
export function readCertificates(security: BankProfile["security"]): Pick<ListedConnection, "certificates" | "faults"> {
  const { certificates, faults } = readKeyFiles(security);
  const listed = certificates.map((one) => {
    return { field: one.field, subject: one.subject, validTo: one.validTo, state: stateOf(one) };
  });
  return { certificates: listed, faults };
}
