import { recordAudit } from "../audit/record-audit";
import type { AuditValues } from "../audit/secrets";
import type { Ctx } from "../lib/context";
import { inTransaction } from "../lib/db";
import { AppError } from "../lib/errors";
import { resolveMerchant } from "../merchants/resolve-merchant";
import { closeBreaker } from "./close-breaker";
import { lockDestinations } from "./destination-lock";
import { checkEndpointFields } from "./endpoint-fields";
import {
  clearDefaultEndpoint,
  type EndpointChange,
  type EndpointRow,
  findEndpointsByName,
  lockEndpointsOf,
  updateEndpoint,
} from "./endpoint-store";

export type EndpointEdit = {
  merchantId?: string | undefined;
  /** Which endpoint: a name is never changed. */
  name: string;
  url?: string | undefined;
  signed?: boolean | undefined;
  environment?: string | undefined;
  /** Empty: all. */
  eventTypes?: readonly string[] | undefined;
  /** True takes the mark from whichever endpoint has it. */
  isDefault?: boolean | undefined;
  /** Of what the form was filled with: refused when somebody changed the endpoint since. Left out: the last one wins. */
  version?: number | undefined;
};

/**
 * Changes of a named endpoint what is given, for everything that is sent once this has returned. What is already so is
 * no change.
 * @throws AppError NOT_FOUND, VALIDATION_ERROR (on `version`: it was changed meanwhile), FORBIDDEN,
 *   MERCHANT_ID_REQUIRED, MERCHANT_NOT_FOUND
 */
export async function editEndpoint(ctx: Ctx, input: EndpointEdit): Promise<void> {
  if (ctx.caller.testOnly) throw new AppError("FORBIDDEN");
  const merchant = await resolveMerchant(ctx, input.merchantId);
  const { url, signed, isDefault } = input;
  const given: EndpointChange = {
    ...(await checkEndpointFields(merchant.id, { url, environment: input.environment, eventTypes: input.eventTypes })),
    ...(url === undefined ? {} : { url }),
    ...(signed === undefined ? {} : { signed }),
    ...(isDefault === undefined ? {} : { isDefault }),
  };
  await inTransaction(ctx, async (tx) => {
    await lockEndpointsOf(tx, merchant.id);
    const [found] = await findEndpointsByName(tx, merchant.id, [input.name]);
    if (!found) throw new AppError("NOT_FOUND", { message: "No such endpoint." });
    if (input.version !== undefined && input.version !== found.version) throw changedMeanwhile();
    const change = differenceOf(found, given);
    if (Object.keys(change).length === 0) return;
    await lockDestinations(tx, [found.id], "exclusive");
    if (change.isDefault) await clearDefaultEndpoint(tx, merchant.id);
    await updateEndpoint(tx, found.id, change);
    if (change.url !== undefined || change.signed !== undefined) await closeBreaker(tx, found.id);
    const fact = { action: "webhook_endpoint.edited", merchantId: merchant.id, subjectId: found.id };
    const name = found.name;
    await recordAudit(tx, ctx, { ...fact, detail: { name }, ...changeOf(found, change) });
  });
}

function changedMeanwhile(): AppError {
  return new AppError("VALIDATION_ERROR", {
    message: "Somebody changed this endpoint since you opened it.",
    metadata: { errors: [{ field: "version", message: "is not the present one" }] },
  });
}

/** What of the given is another value than before. Event types are a set: another order is no change. */
function differenceOf(before: EndpointRow, given: EndpointChange): EndpointChange {
  const same = (a: unknown, b: unknown) => JSON.stringify(a) === JSON.stringify(b);
  const sorted = (value: unknown) => (Array.isArray(value) ? [...value].sort() : value);
  const changed = Object.entries(given).filter(
    ([field, value]) => !same(sorted(value), sorted(before[field as keyof EndpointChange])),
  );
  return Object.fromEntries(changed);
}

const hostOf = (url: string) => new URL(url).host;

/** For the audit log: of a URL the host alone, because paths and queries of webhook addresses often hold a secret. */
function changeOf(before: EndpointRow, change: EndpointChange): { before: AuditValues; after: AuditValues } {
  const { url, eventTypes } = change;
  const isOnlyPath = url !== undefined && hostOf(url) === hostOf(before.url);
  const values = ({ signed, environment, isDefault }: EndpointRow | EndpointChange): AuditValues => ({
    ...(change.signed === undefined ? {} : { signed: signed ?? null }),
    ...(change.environment === undefined ? {} : { environment: environment ?? null }),
    ...(change.isDefault === undefined ? {} : { is_default: isDefault ?? null }),
  });
  const types = (those: readonly string[]) => ({ event_types: those.join(", ") || "all" });
  return {
    before: {
      ...values(before),
      ...(url === undefined ? {} : { host: hostOf(before.url) }),
      ...(isOnlyPath ? { path: "left out" } : {}),
      ...(eventTypes === undefined ? {} : types(before.eventTypes)),
    },
    after: {
      ...values(change),
      ...(url === undefined ? {} : { host: hostOf(url) }),
      ...(isOnlyPath ? { path: "another, left out" } : {}),
      ...(eventTypes === undefined ? {} : types(eventTypes)),
    },
  };
}
