import { ERRORS, type ErrorCode } from "../../server/lib/errors";

// The permissions of the contract, written independently from its text ("Callers and merchants"), so that the product
// is compared with the contract and not with itself. The numbers of endpoints are the contract's.

/** Alpha and its sibling are owned by one partner, bravo by another. Every caller of the matrix belongs to alpha. */
export const MERCHANTS = ["alpha", "sibling", "bravo"] as const;
export type MerchantName = (typeof MERCHANTS)[number];

export type Kind = "merchant" | "partner" | "admin";
/** "`merchant` (own merchant), `partner` (the merchants that it owns), `admin` (all)." */
const REACH: Record<Kind, readonly MerchantName[]> = {
  merchant: ["alpha"],
  partner: ["alpha", "sibling"],
  admin: ["alpha", "sibling", "bravo"],
};
/** "absent": a merchant's caller means its own; other callers must name one. */
const MEANT_WHEN_ABSENT: Record<Kind, readonly MerchantName[] | null> = {
  merchant: ["alpha"],
  partner: null,
  admin: null,
};

/** Not in the contract: the list of test events, a read for callers of every kind (ADR 58). */
const TEST_EVENTS = 16;

/** "A credential may be scoped". */
const SCOPES: Record<string, readonly number[]> = {
  read: [5, 6, 11, 12, TEST_EVENTS],
  payments: [4, 7, 8, 10],
  webhooks: [13, 14, 15],
};
const WITHOUT_TOKEN = [1, 2, 3, 9];
const TOKEN = 2;
const READS = [5, 6, 11, 12, TEST_EVENTS];
const WEBHOOK_CONFIGURATION = [13, 14, 15];
/** "list of links: all that it owns", "list of links: all". */
const LISTS_ALL_WHEN_ABSENT = [5];
const CREATED = [7, 10];

/** A caller's place in the contract. `refusal`: for an invalid or expired token. */
export type Standing = {
  kind: Kind;
  /** Empty: unscoped. */
  scopes: readonly string[];
  testOnly: boolean;
  refusal?: "NO_TOKEN" | "INVALID_TOKEN";
  /** Sends HTTP Basic, which the token endpoint refuses beside a client in the body. */
  sendsBasic?: boolean;
};

export const MERCHANT_ID_CASES = ["absent", ...MERCHANTS, "unknown", "malformed"] as const;
export type MerchantIdCase = (typeof MERCHANT_ID_CASES)[number];

/** The named resource: a live or test one of a merchant, or an unknown id. */
export const RESOURCE_CASES = [
  ...MERCHANTS.flatMap((name) => [`${name} live`, `${name} test`] as const),
  "unknown",
  "malformed",
] as const;
export type ResourceCase = (typeof RESOURCE_CASES)[number];

/** One cell of the matrix. A part that the endpoint does not have is null. */
export type Cell = { endpoint: number; merchantId: MerchantIdCase | null; resource: ResourceCase | null };

/** `of`: the merchants whose data the answer may contain. */
export type Expected = { status: number; code: ErrorCode | null; of: readonly MerchantName[] };

/** The answer that the contract gives a caller in a cell. `notFound`: the endpoint's own 404 for its resource. */
export function expectedAnswer(caller: Standing, cell: Cell, notFound: ErrorCode | null): Expected {
  const { endpoint, merchantId, resource } = cell;
  const needsToken = !WITHOUT_TOKEN.includes(endpoint);
  if (endpoint === TOKEN && caller.sendsBasic) return refused("INVALID_INPUT");
  if (needsToken && caller.refusal) return refused(caller.refusal);
  if (needsToken && isBeyondScope(caller, endpoint)) return refused(forbidden(endpoint));
  if (merchantId === "malformed") return refused("VALIDATION_ERROR");
  if (needsToken && caller.testOnly && WEBHOOK_CONFIGURATION.includes(endpoint)) return refused("FORBIDDEN");
  // The holder of a payment's own token needs no other permission for it.
  const reach = needsToken ? REACH[caller.kind] : MERCHANTS;
  const meant = merchantId === null ? reach : merchantsMeant(caller.kind, endpoint, merchantId);
  if (typeof meant === "string") return refused(meant);
  const status = CREATED.includes(endpoint) ? 201 : 200;
  if (resource === null) return { status, code: null, of: meant };
  const [owner, environment] = resource.split(" ");
  const of = meant.filter((name) => name === owner);
  const isHidden = needsToken && caller.testOnly && environment === "live";
  return of.length === 0 || isHidden ? refused(notFound ?? "NOT_FOUND") : { status, code: null, of };
}

/** The table of `merchant_id`: the merchants that a call is for, or the refusal. */
function merchantsMeant(kind: Kind, endpoint: number, given: MerchantIdCase): readonly MerchantName[] | ErrorCode {
  if (given !== "absent")
    return REACH[kind].filter((name) => name === given).at(0) ? [given as MerchantName] : "MERCHANT_NOT_FOUND";
  if (LISTS_ALL_WHEN_ABSENT.includes(endpoint)) return REACH[kind];
  return MEANT_WHEN_ABSENT[kind] ?? "MERCHANT_ID_REQUIRED";
}

function isBeyondScope({ scopes }: Standing, endpoint: number): boolean {
  return scopes.length > 0 && !scopes.some((scope) => SCOPES[scope]?.includes(endpoint));
}

/** "`FORBIDDEN_CREATE` (a write), `FORBIDDEN_VIEW` (a read)". */
function forbidden(endpoint: number): ErrorCode {
  return READS.includes(endpoint) ? "FORBIDDEN_VIEW" : "FORBIDDEN_CREATE";
}

function refused(code: ErrorCode): Expected {
  return { status: ERRORS[code].status, code, of: [] };
}
