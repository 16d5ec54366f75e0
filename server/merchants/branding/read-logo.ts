import type { Ctx } from "../../lib/context";
import { dbOf } from "../../lib/db";
import { findLogoByHash } from "./branding-store";

/** A merchant's logo by the SHA-256 of its bytes in hex, which is part of its URL; null: unknown. Public. */
export async function readLogo(
  ctx: Pick<Ctx, "tx">,
  hash: string,
): Promise<{ mediaType: string; content: Uint8Array<ArrayBuffer> } | null> {
  return /^[0-9a-f]{64}$/.test(hash) ? findLogoByHash(dbOf(ctx), hash) : null;
}
