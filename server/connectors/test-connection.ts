import { recordAudit } from "../audit/record-audit";
import type { Ctx } from "../lib/context";
import { dbOf, inTransaction } from "../lib/db";
import { AppError } from "../lib/errors";
import { newId } from "../lib/ids";
import { connectorFor } from "./connector-for";
import { NO_MERCHANT } from "./guard";
import type { FailureKind } from "./port";
import { findProfileRow } from "./profile-store";
import { profileFrom } from "./profiles";
import { refuseOthers } from "./put-connection";

/**
 * What one question to a bank came to:
 * - knows-us: it answered us as it answers those that it has let in
 * - refuses-us: it does not accept our certificate, key or client
 * - odd: something answered that does not speak the standard
 * - silent: no answer, or none that was sent
 */
export type TestVerdict = "knows-us" | "refuses-us" | "odd" | "silent";

/** `code`: the bank's own word. `detail`: for operators; it holds no secret. */
export type ConnectionTest = {
  verdict: TestVerdict;
  kind: FailureKind | "ok";
  code: string | null;
  detail: string | null;
  durationMs: number;
};

/** Every kind but these is an answer that a bank gives to callers whom it has let in. */
const VERDICTS: Partial<Record<FailureKind, TestVerdict>> = {
  auth: "refuses-us",
  protocol: "odd",
  unavailable: "silent",
  unknown: "silent",
};

/**
 * Asks a bank one question over a connection, enabled or not, that moves nothing: how a consent stands that does not exist.
 * The way there is the whole one (mutual TLS, a token of our own where the standard wants it, signatures), and the guard
 * takes note, so that a bank which answers again is called again. Operators only.
 * @throws AppError FORBIDDEN, NOT_FOUND
 */
export async function testConnection(ctx: Ctx, input: { id: string }): Promise<ConnectionTest> {
  refuseOthers(ctx);
  const row = await findProfileRow(dbOf(ctx), input.id);
  if (!row) throw new AppError("NOT_FOUND", { message: "No such connection." });
  const profile = profileFrom(row);
  const startedMs = performance.now();
  const outcome = await connectorFor(profile, NO_MERCHANT).consentStatus(profile, { consentId: newId() });
  const durationMs = Math.round(performance.now() - startedMs);
  const test: ConnectionTest = outcome.ok
    ? { verdict: "knows-us", kind: "ok", code: null, detail: null, durationMs }
    : {
        verdict: VERDICTS[outcome.kind] ?? "knows-us",
        kind: outcome.kind,
        code: outcome.code ?? null,
        detail: outcome.detail,
        durationMs,
      };
  const detail = { verdict: test.verdict, kind: test.kind, code: test.code };
  await inTransaction(ctx, (tx) =>
    recordAudit(tx, ctx, { action: "connection.tested", merchantId: null, subjectId: row.id, detail }),
  );
  return test;
}
