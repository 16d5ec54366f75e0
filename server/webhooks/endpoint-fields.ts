import { checkUrl, systemGuard } from "../lib/check-url";
import { AppError, type FieldError } from "../lib/errors";
import { EVENT_TYPES } from "./record-event";
import { ENDPOINT_ENVIRONMENTS, type EndpointEnvironment } from "./rules";

const NAME = /^[a-z0-9][a-z0-9-]{0,62}$/;

/** As they were given; what is not given is not looked at. */
export type GivenFields = {
  name?: string | undefined;
  url?: string | undefined;
  environment?: string | undefined;
  eventTypes?: readonly string[] | undefined;
};

/**
 * Looks at the fields of a new or an edited endpoint, all of them before it refuses; the name of a URL is resolved. Event
 * types come back once each.
 * @throws AppError VALIDATION_ERROR, each wrong one in metadata.errors
 */
export async function checkEndpointFields(
  merchantId: string,
  { name, url, environment, eventTypes }: GivenFields,
): Promise<{
  environment?: EndpointEnvironment;
  eventTypes?: string[];
}> {
  const errors: FieldError[] = [];
  const known = ENDPOINT_ENVIRONMENTS.find((one) => one === environment);
  const types = eventTypes && [...new Set(eventTypes)];
  if (name !== undefined && !NAME.test(name)) {
    errors.push({ field: "name", message: "must be 1 to 63 of a-z, 0-9 and -, with no - in front" });
  }
  const verdict = url === undefined ? null : await checkUrl(url, systemGuard(merchantId));
  if (verdict && !verdict.ok) errors.push({ field: "url", message: verdict.reason });
  if (environment !== undefined && !known) {
    errors.push({ field: "environment", message: `must be one of ${ENDPOINT_ENVIRONMENTS.join(", ")}` });
  }
  if (types?.some((text) => !EVENT_TYPES.some((type) => type === text))) {
    errors.push({ field: "event_types", message: `must be out of ${EVENT_TYPES.join(", ")}` });
  }
  if (errors.length > 0) throw new AppError("VALIDATION_ERROR", { metadata: { errors } });
  return { ...(known ? { environment: known } : {}), ...(types ? { eventTypes: types } : {}) };
}
