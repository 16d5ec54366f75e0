import { recordAudit } from "../../audit/record-audit";
import type { AuditValues } from "../../audit/secrets";
import type { Ctx } from "../../lib/context";
import { inTransaction } from "../../lib/db";
import { changedMeanwhile, refuseTestOnly } from "../../lib/errors";
import { resolveMerchant } from "../../merchants/resolve-merchant";
import { closeCircuit } from "../health/close-circuit";
import type { NewEndpoint } from "./create-endpoint";
import { checkEndpointFields } from "./endpoint-fields";
import { lockEndpoints } from "./endpoint-lock";
import {
  clearDefaultEndpoint,
  type EndpointChange,
  type EndpointRow,
  lockMerchantEndpoints,
  updateEndpoint,
} from "./endpoint-store";
import { requireEndpoint } from "./require-endpoint";

/** `name` identifies the endpoint and is never changed. Absent fields stay as they are. */
export type EndpointEdit = Omit<NewEndpoint, "url"> & {
  url?: string | undefined;
  /** The version that the form was filled with; refused if the endpoint was changed since. Absent: not checked. */
  version?: number | undefined;
};

/**
 * Changes the given fields of a named endpoint, for every delivery signed after the return. Equal values are no change.
 * @throws AppError NOT_FOUND, VALIDATION_ERROR (on `version`: changed in the meantime), FORBIDDEN,
 *   MERCHANT_ID_REQUIRED, MERCHANT_NOT_FOUND
 */
export async function editEndpoint(ctx: Ctx, input: EndpointEdit): Promise<void> {
  refuseTestOnly(ctx);
  const merchant = await resolveMerchant(ctx, input.merchantId);
  const { url, signed, isDefault } = input;
  const given: EndpointChange = {
    ...(await checkEndpointFields(merchant.id, { url, environment: input.environment, eventTypes: input.eventTypes })),
    ...(url === undefined ? {} : { url }),
    ...(signed === undefined ? {} : { signed }),
    ...(isDefault === undefined ? {} : { isDefault }),
  };
  await inTransaction(ctx, async (tx) => {
    await lockMerchantEndpoints(tx, merchant.id);
    const found = await requireEndpoint(tx, merchant.id, input.name);
    if (input.version !== undefined && input.version !== found.version) throw changedMeanwhile("this endpoint");
    const change = differenceOf(found, given);
    if (Object.keys(change).length === 0) return;
    await lockEndpoints(tx, [found.id], "exclusive");
    if (change.isDefault) await clearDefaultEndpoint(tx, merchant.id);
    await updateEndpoint(tx, found.id, change);
    if (change.url !== undefined || change.signed !== undefined) await closeCircuit(tx, found.id);
    const fact = { action: "webhook_endpoint.edited", merchantId: merchant.id, subjectId: found.id };
    const name = found.name;
    await recordAudit(tx, ctx, { ...fact, detail: { name }, ...changeOf(found, change) });
  });
}

/** The given fields whose value differs. Event types are compared as a set. */
function differenceOf(before: EndpointRow, given: EndpointChange): EndpointChange {
  const same = (a: unknown, b: unknown) => JSON.stringify(a) === JSON.stringify(b);
  const sorted = (value: unknown) => (Array.isArray(value) ? [...value].sort() : value);
  const changed = Object.entries(given).filter(
    ([field, value]) => !same(sorted(value), sorted(before[field as keyof EndpointChange])),
  );
  return Object.fromEntries(changed);
}

const hostOf = (url: string) => new URL(url).host;

/** For the audit log. Of a URL only the host, because paths and queries of webhook URLs often contain a secret. */
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
