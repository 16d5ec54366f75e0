import { recordAudit } from "../../audit/record-audit";
import type { Ctx } from "../../lib/context";
import { dbOf, inTransaction } from "../../lib/db";
import { AppError } from "../../lib/errors";
import { newId } from "../../lib/ids";
import { connectorFor } from "../connector-for";
import { NO_MERCHANT } from "../guard/guard";
import type { Failure, FailureKind } from "../port";
import { findProfileRow } from "../profile-store";
import { readProfile } from "../profiles";
import { requireOperator } from "./put-connection";

/**
 * The result of a connection test:
 * - accepted: the bank accepts us: it processed the request
 * - no-account-role: the bank processed the request; our registration has no role or scope for account information
 * - refused: the bank does not accept our certificate, key or client
 * - unexpected: the response does not conform to the standard
 * - no-response: the bank did not respond, or cannot be reached
 * - not-called: this server did not make the call, or failed in it
 */
export type TestVerdict = "accepted" | "no-account-role" | "refused" | "unexpected" | "no-response" | "not-called";

/** `code`: the bank's error code. `detail`: for operators; contains no secret. */
export type ConnectionTest = {
  verdict: TestVerdict;
  kind: FailureKind | "ok";
  code: string | null;
  detail: string | null;
  durationMs: number;
};

/** All other kinds are responses to a caller that the bank accepts. */
const VERDICTS: Partial<Record<FailureKind, TestVerdict>> = {
  auth: "refused",
  protocol: "unexpected",
  unavailable: "no-response",
  unknown: "no-response",
};

/** Of a registration for payments only (NextGenPSD2 1.3.11 §14.11; RFC 6749 §5.2). */
const NO_ACCOUNT_ROLE = new Set(["ROLE_INVALID", "invalid_scope"]);

function verdictOf({ own, code, kind }: Failure): TestVerdict {
  if (own) return "not-called";
  return NO_ACCOUNT_ROLE.has(code ?? "") ? "no-account-role" : (VERDICTS[kind] ?? "accepted");
}

/**
 * Tests a connection, enabled or not, with a read that changes nothing: the status of a consent that does not exist. The
 * call uses everything that a payment uses (mutual TLS, our own token, signatures). A response also closes an open circuit.
 * Operators only.
 * @throws AppError FORBIDDEN, NOT_FOUND, VALIDATION_ERROR when its profile cannot be read
 */
export async function testConnection(ctx: Ctx, input: { id: string }): Promise<ConnectionTest> {
  requireOperator(ctx);
  const row = await findProfileRow(dbOf(ctx), input.id);
  if (!row) throw new AppError("NOT_FOUND", { message: "No such connection." });
  const { profile } = readProfile(row.profile);
  if (!profile) throw new AppError("VALIDATION_ERROR", { message: "This connection cannot be read. Put it again." });
  const startedMs = performance.now();
  const outcome = await connectorFor(profile, NO_MERCHANT).consentStatus(profile, { consentId: newId() });
  const durationMs = Math.round(performance.now() - startedMs);
  const test: ConnectionTest = outcome.ok
    ? { verdict: "accepted", kind: "ok", code: null, detail: null, durationMs }
    : {
        verdict: verdictOf(outcome),
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
