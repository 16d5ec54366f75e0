import type { Db } from "../../lib/db";

export type NamedCredential = { id: string; name: string; testOnly: boolean; disabledAt: Date | null };

/** A merchant's own credentials, newest first, without usage. */
export function findNamesOfCredentials(db: Db, merchantId: string): Promise<NamedCredential[]> {
  return db.credential.findMany({
    where: { kind: "merchant", merchantId },
    select: { id: true, name: true, testOnly: true, disabledAt: true },
    orderBy: [{ createdAt: "desc" }, { id: "desc" }],
  });
}
