import { randomInt } from "node:crypto";
import { recordAudit } from "../../../audit/record-audit";
import type { Ctx } from "../../../lib/context";
import { inTransaction } from "../../../lib/db";
import { AppError, refuseTestOnly } from "../../../lib/errors";
import { newId } from "../../../lib/ids";
import { resolveMerchant } from "../../../merchants/resolve-merchant";
import { endpointRefusal, type WhichEndpoint } from "../../endpoints/endpoint-rules";
import { lockDeliverableEndpoint } from "../deliverable-endpoint";
import {
  findRunningReceiverTest,
  insertReceiverTest,
  lockReceiverTestsOf,
  waitForReceiverTest,
} from "./receiver-test-store";

/** Of one merchant, over all endpoints; a test sends about 24 events. */
export const RECEIVER_TESTS_PER_WINDOW = 6;
const RECEIVER_TEST_WINDOW_S = 3_600;
const KEPT_RECEIVER_TESTS = 20;
/** Without letters and digits that look alike: codes are read aloud and typed. */
const CODE_LETTERS = "23456789ABCDEFGHJKMNPQRSTVWXYZ";
const CODE_LENGTH = 5;

/**
 * Starts a receiver test of one endpoint; a worker runs it. If one is running already, its id is returned. `name`: null
 * for the default URL. The endpoint must accept test payments, because the events are marked as tests.
 * @throws AppError FORBIDDEN, NOT_FOUND, TOO_MANY_REQUESTS (metadata.retry_after_s), VALIDATION_ERROR (the endpoint is
 * disabled or accepts live payments only), MERCHANT_ID_REQUIRED, MERCHANT_NOT_FOUND
 */
export async function startReceiverTest(ctx: Ctx, input: WhichEndpoint): Promise<{ id: string }> {
  refuseTestOnly(ctx);
  const merchant = await resolveMerchant(ctx, input.merchantId);
  return inTransaction(ctx, async (tx) => {
    await lockReceiverTestsOf(tx, merchant.id);
    const {
      id: endpointKey,
      endpointId,
      url,
      secret,
      ...endpoint
    } = await lockDeliverableEndpoint(tx, merchant.id, input.name);
    const running = await findRunningReceiverTest(tx, endpointKey);
    if (running) return { id: running.id };
    const refusal = endpointRefusal(endpoint, true);
    if (refusal !== null) throw refused(refusal);
    const waitS = await waitForReceiverTest(tx, merchant.id, {
      receiverTests: RECEIVER_TESTS_PER_WINDOW,
      windowS: RECEIVER_TEST_WINDOW_S,
    });
    if (waitS !== null) throw tooMany(waitS);
    const id = newId();
    const row = {
      id,
      merchantId: merchant.id,
      endpointKey,
      endpointId,
      url,
      signed: secret !== null,
      code: newCode(),
    };
    await insertReceiverTest(tx, row, { kept: KEPT_RECEIVER_TESTS, windowS: RECEIVER_TEST_WINDOW_S });
    // Only the host: paths and queries of webhook URLs often contain a secret.
    const detail = { name: input.name, host: new URL(url).host, code: row.code };
    const fact = { action: "webhook_endpoint.examined", merchantId: merchant.id, subjectId: endpointKey };
    await recordAudit(tx, ctx, { ...fact, detail });
    return { id };
  });
}

function newCode(): string {
  const letter = () => CODE_LETTERS[randomInt(CODE_LETTERS.length)] ?? "";
  return Array.from({ length: CODE_LENGTH }, letter).join("");
}

function refused(refusal: string): AppError {
  const message = `The receiver test was not started: ${refusal}. It needs an enabled endpoint that accepts test payments. Nothing was sent.`;
  return new AppError("VALIDATION_ERROR", { message });
}

function tooMany(waitS: number): AppError {
  const minutes = Math.ceil(waitS / 60);
  const message = `At most ${RECEIVER_TESTS_PER_WINDOW} receiver tests are allowed in an hour. Try again in ${minutes} min. Nothing was sent.`;
  return new AppError("TOO_MANY_REQUESTS", { message, metadata: { retry_after_s: waitS } });
}
