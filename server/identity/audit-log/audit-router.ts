import { z } from "zod";
import type { AuditValues } from "../../audit/secrets";
import { verifyChain } from "../../audit/verify-chain";
import type { Ctx } from "../../lib/context";
import { MAX_CURSOR_LENGTH } from "../../lib/keyset";
import { toDecimalString } from "../../lib/money/money";
import { merchantProcedure, partnerProcedure, platformProcedure, router } from "../../trpc/procedure";
import { type AuditOf, auditChainOf } from "./audit-chain-of";
import { readAuditChoices, readAuditLog } from "./read-audit-log";

const PAGE_SIZE = 25;
/** A long chain is checked in parts of this size, so that each call returns within seconds. */
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

const position = z.object({ seq: z.int().min(0), hash: z.string().regex(/^[\da-f]{64}$/) });
/** `from`: the end of the previous part. */
const part = z.object({ from: position.optional() });

type Opened<Input> = { ctx: { call: Ctx; scope: AuditOf }; input: Input };

/** A page of an audit log with the filter of the call. */
async function list({ ctx: { call, scope: of }, input }: Opened<z.infer<typeof auditFilter>>) {
  const { cursor, from, to, ...filter } = input;
  const span = { ...(from ? { from: new Date(from) } : {}), ...(to ? { to: new Date(to) } : {}) };
  const { actorId, nouns, about } = filter;
  const page = await readAuditLog(call, { of, actorId, nouns, about, ...span }, { cursor, limit: PAGE_SIZE });
  const items = page.items.map(({ detail, before, after, ...entry }) => ({
    ...entry,
    detail: withDecimal(detail),
    before: before && withDecimal(before),
    after: after && withDecimal(after),
  }));
  return { ...page, items };
}

/** The values with their amount in major units, as pages show it. The entry itself and the exports keep minor units. */
function withDecimal(values: AuditValues): AuditValues {
  const { amount, currency } = values;
  if (typeof amount !== "number" || typeof currency !== "string") return values;
  return { ...values, amount: toDecimalString({ amountMinor: BigInt(amount), currency }) };
}

const choices = ({ ctx }: Opened<unknown>) => readAuditChoices(ctx.call, ctx.scope);

/** Checks one part of an audit log's chain. */
async function verify({ ctx: { call, scope }, input: { from } }: Opened<z.infer<typeof part>>) {
  const chainId = await auditChainOf(call, scope);
  const begin = from && { ...from, seq: BigInt(from.seq) };
  const { position: end, fault, done } = await verifyChain(call, { chainId, from: begin, limit: ENTRIES_A_CHECK });
  return {
    place: { seq: Number(end.seq), hash: end.hash },
    fault: fault && { ...fault, seq: fault.seq === null ? null : Number(fault.seq) },
    done,
  };
}

export const auditRouter = router({
  list: merchantProcedure.input(auditFilter).query(list),
  choices: merchantProcedure.query(choices),
  verify: merchantProcedure.input(part).query(verify),
});

/** The audit log of a partner: its team, its credentials, the tokens of its users. */
export const partnerAuditRouter = router({
  list: partnerProcedure.input(auditFilter).query(list),
  choices: partnerProcedure.query(choices),
  verify: partnerProcedure.input(part).query(verify),
});

/** The audit log of the platform, and the sign-ins of all users. */
export const platformAuditRouter = router({
  list: platformProcedure.input(auditFilter).query(list),
  choices: platformProcedure.query(choices),
  verify: platformProcedure.input(part).query(verify),
});
