import { z } from "zod";
import { verifyChain } from "../audit/verify-chain";
import { MAX_CURSOR_LENGTH } from "../lib/keyset";
import { resolveMerchant } from "../merchants/resolve-merchant";
import { merchantProcedure, router } from "../trpc/procedure";
import { readAuditChoices, readAuditLog } from "./read-audit-log";

const PAGE_SIZE = 25;
/** So that a long chain is checked in answers of seconds, one after the other. */
const ENTRIES_A_CHECK = 20_000;
const MAX_TEXT = 140;

const auditFilter = z.object({
  actorId: z.string().max(MAX_TEXT).optional(),
  nouns: z.array(z.string().max(MAX_TEXT)).min(1).max(50).optional(),
  about: z.string().max(MAX_TEXT).optional(),
  from: z.iso.datetime().optional(),
  to: z.iso.datetime().optional(),
  cursor: z.string().max(MAX_CURSOR_LENGTH).optional(),
});

const place = z.object({ seq: z.int().min(0), hash: z.string().regex(/^[\da-f]{64}$/) });

/** The filter as the use-case takes it. */
function filterOf({ from, to, ...filter }: { from?: string | undefined; to?: string | undefined }) {
  return { ...filter, ...(from ? { from: new Date(from) } : {}), ...(to ? { to: new Date(to) } : {}) };
}

export const auditRouter = router({
  list: merchantProcedure
    .input(auditFilter)
    .query(({ ctx, input: { cursor, merchantId, ...filter } }) =>
      readAuditLog(ctx.call, { merchantId, ...filterOf(filter) }, { cursor, size: PAGE_SIZE }),
    ),
  choices: merchantProcedure.query(({ ctx, input }) => readAuditChoices(ctx.call, input)),
  /** A part of the check of the log's chain; `from`: where the part before ended. */
  verify: merchantProcedure.input(z.object({ from: place.optional() })).query(async ({ ctx, input }) => {
    const { id: chainId } = await resolveMerchant(ctx.call, input.merchantId);
    const from = input.from && { ...input.from, seq: BigInt(input.from.seq) };
    const report = await verifyChain(ctx.call, { chainId, from, limit: ENTRIES_A_CHECK });
    const { place, fault, done } = report;
    return {
      place: { seq: Number(place.seq), hash: place.hash },
      fault: fault && { ...fault, seq: fault.seq === null ? null : Number(fault.seq) },
      done,
    };
  }),
});
