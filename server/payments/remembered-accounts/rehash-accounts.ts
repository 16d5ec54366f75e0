import type { Ctx } from "../../lib/context";
import { open } from "../../lib/crypto";
import { db } from "../../lib/db";
import { ibanHashesOf } from "./remember-account";
import { listSealedAccounts, replaceIbanHash } from "./remembered-account-store";

const BATCH = 500;

/**
 * Looks up remembered accounts by the current key of ENCRYPTION_KEY from now on, so that an older key can go. An account
 * whose IBAN cannot be opened keeps its hash. Returns how many changed.
 */
export async function rehashAccounts(_ctx: Ctx): Promise<number> {
  let changed = 0;
  for (let after: string | null = null; ; ) {
    const rows = await listSealedAccounts(db(), after, BATCH);
    const last = rows.at(-1);
    if (!last) return changed;
    for (const row of rows) {
      const iban = ibanOf(row);
      const [fresh] = iban === null ? [row.ibanHash] : ibanHashesOf(row, iban);
      if (Buffer.compare(fresh, row.ibanHash) !== 0 && (await replaceIbanHash(db(), row.id, fresh))) changed += 1;
    }
    after = last.id;
  }
}

function ibanOf({ id, ibanSealed }: { id: string; ibanSealed: Uint8Array }): string | null {
  try {
    return open(ibanSealed, id);
  } catch {
    return null;
  }
}
