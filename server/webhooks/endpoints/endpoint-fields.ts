import { AppError, type FieldError } from "../../lib/errors";
import { checkUrl, checkUrlText, NO_DOT, PRIVATE_ADDRESS, systemGuard, type UrlVerdict } from "../../lib/net/check-url";
import { EVENT_TYPES } from "../events/record-event";
import { ENDPOINT_ENVIRONMENTS, type EndpointEnvironment } from "./endpoint-rules";

const NAME = /^[a-z0-9][a-z0-9-]{0,62}$/;

/** Fields not given are not checked. */
type GivenFields = {
  name?: string | undefined;
  url?: string | undefined;
  environment?: string | undefined;
  eventTypes?: readonly string[] | undefined;
};

type CheckedFields = { environment?: EndpointEnvironment; eventTypes?: string[] };

const TO_YOUR_MACHINE =
  "which webhooks cannot reach. To receive them on your own machine, install the client from a checkout and run " +
  "npx --no bankside listen --to <url>. To allow a network, the operator sets WEBHOOK_ALLOW_CIDRS";

/** Why a merchant cannot save this webhook URL, and what to do instead; completes "The address …". Null: it can. */
export async function webhookUrlError(merchantId: string, url: string): Promise<string | null> {
  return errorOf(await checkUrl(url, systemGuard(merchantId)));
}

/** The same without DNS. */
export function webhookUrlTextError(merchantId: string, url: string): string | null {
  return errorOf(checkUrlText(url, merchantId));
}

function errorOf(verdict: UrlVerdict): string | null {
  if (verdict.ok) return null;
  const isOwnNetwork = verdict.reason === PRIVATE_ADDRESS || verdict.reason === NO_DOT;
  return isOwnNetwork ? `${verdict.reason}, ${TO_YOUR_MACHINE}` : verdict.reason;
}

/**
 * Checks all given fields of a new or edited endpoint; a URL's host name is resolved. Returns event types without
 * duplicates.
 * @throws AppError VALIDATION_ERROR, each invalid field in metadata.errors
 */
export async function checkEndpointFields(merchantId: string, given: GivenFields): Promise<CheckedFields> {
  const { url } = given;
  return checked(given, url === undefined ? null : await webhookUrlError(merchantId, url));
}

/** The same without DNS. @throws AppError VALIDATION_ERROR, each invalid field in metadata.errors */
export function checkEndpointForm({ merchantId, ...given }: GivenFields & { merchantId: string }): void {
  const { url } = given;
  checked(given, url === undefined ? null : webhookUrlTextError(merchantId, url));
}

function checked({ name, environment, eventTypes }: GivenFields, urlError: string | null): CheckedFields {
  const errors: FieldError[] = [];
  const known = ENDPOINT_ENVIRONMENTS.find((one) => one === environment);
  const types = eventTypes && [...new Set(eventTypes)];
  if (name !== undefined && !NAME.test(name)) {
    errors.push({ field: "name", message: "must be 1 to 63 characters of a-z, 0-9 and -, not starting with -" });
  }
  if (urlError !== null) errors.push({ field: "url", message: urlError });
  if (environment !== undefined && !known) {
    errors.push({ field: "environment", message: `must be one of ${ENDPOINT_ENVIRONMENTS.join(", ")}` });
  }
  if (types?.some((text) => !EVENT_TYPES.some((type) => type === text))) {
    errors.push({ field: "event_types", message: `must only contain ${EVENT_TYPES.join(", ")}` });
  }
  if (errors.length > 0) throw new AppError("VALIDATION_ERROR", { metadata: { errors } });
  return { ...(known ? { environment: known } : {}), ...(types ? { eventTypes: types } : {}) };
}
