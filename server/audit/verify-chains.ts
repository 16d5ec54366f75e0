import type { Ctx } from "../lib/context";
import { dbOf } from "../lib/db";
import { AppError } from "../lib/errors";
import { listChains } from "./chain-store";
import type { ChainPosition } from "./rules";
import { type ChainReport, verifyChain } from "./verify-chain";

/**
 * Verifies one chain of the audit log, or all of them one after another. Operators only. `noted`: a position of that
 * one chain that was recorded elsewhere.
 * @throws AppError FORBIDDEN
 */
export async function verifyChains(
  ctx: Ctx,
  { chainId, noted }: { chainId?: string | undefined; noted?: ChainPosition | undefined },
): Promise<(ChainReport & { chainId: string })[]> {
  if (ctx.caller.kind !== "admin") throw new AppError("FORBIDDEN");
  const reports: (ChainReport & { chainId: string })[] = [];
  for (const one of chainId === undefined ? await listChains(dbOf(ctx)) : [chainId]) {
    reports.push({ chainId: one, ...(await verifyChain(ctx, { chainId: one, noted })) });
  }
  return reports;
}
