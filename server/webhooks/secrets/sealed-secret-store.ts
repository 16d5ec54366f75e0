import type { Db } from "../../lib/db";

/** A signing secret, sealed under `sealedFor`. */
export type SealedSecret = {
  sealed: Uint8Array;
  sealedFor: string;
  merchantId: string;
  /** Null: the default URL. */
  endpointName: string | null;
  /** The next secret, not active yet. */
  prepared: boolean;
};

/** All signing secrets. They are sealed and not hashed, so a search opens each. */
export function listSealedSecrets(db: Db): Promise<SealedSecret[]> {
  return db.$queryRaw<SealedSecret[]>`
    SELECT secret_sealed AS sealed, merchant_id::text AS "sealedFor", merchant_id::text AS "merchantId",
      NULL AS "endpointName", FALSE AS prepared FROM webhook_defaults WHERE secret_sealed IS NOT NULL
    UNION ALL SELECT next_secret_sealed, merchant_id::text, merchant_id::text, NULL, TRUE
      FROM webhook_defaults WHERE next_secret_sealed IS NOT NULL
    UNION ALL SELECT secret_sealed, id::text, merchant_id::text, name, FALSE FROM webhook_endpoints
    UNION ALL SELECT next_secret_sealed, id::text, merchant_id::text, name, TRUE
      FROM webhook_endpoints WHERE next_secret_sealed IS NOT NULL`;
}
