import fc from "fast-check";
import { handleApi } from "../../server/http/handler";
import type { Endpoint } from "../../server/lib/endpoint";
import type { ErrorCode } from "../../server/lib/errors";
import type { EndpointId } from "../tenancy/plans";
import { arbitraryOf } from "./arbitrary-of";
import { draftOf, type Parts, seal } from "./draft";
import { hintsOf } from "./hints";
import { type Judged, judge } from "./judge";
import type { Moving } from "./moving";
import { MUTATIONS } from "./mutations";
import { type Dice, dice } from "./nasty";

export type Tally = {
  /** `endpoint status code` → number of answers. */
  answers: Map<string, number>;
  /** Unmutated requests, and the number of successes, by endpoint. */
  right: Map<string, { sent: number; succeeded: number; refusals: Map<string, number> }>;
  /** 2xx answers that did not repeat an earlier one, by endpoint. */
  effects: Map<string, number>;
  failures: string[];
};

type Step = { name: string; dice: Dice };
export type Fuzzed = { parts: Parts; steps: Step[] };

const PEER = { remoteAddress: "203.0.113.7" };

/** Errors that an unmutated request may get, because of state that no schema describes. */
const REFUSALS: Partial<Record<EndpointId, readonly ErrorCode[]>> = {
  issueToken: [
    "CHALLENGE_REQUIRED",
    "UNAUTHORIZED",
    "INVALID_INPUT",
    "INVALID_GRANT",
    "FORBIDDEN",
    "TOO_MANY_REQUESTS",
  ],
  updatePaymentRequest: ["PAYMENT_ALREADY_INITIATED"],
  initiatePayment: [
    ...(["PAYMENT_ALREADY_INITIATED", "CUSTOMER_BANK_ACCOUNT_NOT_FOUND", "MISSING_CONVERTED_AMOUNT"] as const),
    "VALIDATION_ERROR",
  ],
  createRedirectRequest: ["MISSING_CONVERTED_AMOUNT"],
};

/** Valid requests of an endpoint with their mutations: none for one in four, else one to three. */
export function requestsOf(endpoint: Endpoint, moving: Moving): fc.Arbitrary<Fuzzed> {
  const hints = hintsOf(moving);
  const part = (schema: Endpoint["body"], without: unknown) =>
    schema ? arbitraryOf(schema, hints, endpoint.id) : fc.constant(without);
  const parts = fc.record({
    params: part(endpoint.params, {}) as fc.Arbitrary<Parts["params"]>,
    query: part(endpoint.query, {}) as fc.Arbitrary<Parts["query"]>,
    body: part(endpoint.body, undefined),
  });
  const step = fc.record({ name: fc.constantFrom(...Object.keys(MUTATIONS)), dice });
  const steps = fc.oneof(
    { weight: 1, arbitrary: fc.constant<Step[]>([]) },
    { weight: 3, arbitrary: fc.array(step, { minLength: 1, maxLength: 3 }) },
  );
  return fc.record({ parts: parts.map((each) => tokenOnce(endpoint, each)), steps });
}

/** Initiation accepts its token in the query or in the body; both must be equal. */
function tokenOnce(endpoint: Endpoint, parts: Parts): Parts {
  if (endpoint.auth !== "payment_token") return parts;
  const token = (parts.body as { payment_token?: string }).payment_token ?? "__payment_token_0__";
  return {
    ...parts,
    query: parts.query["payment_token"] === undefined ? {} : { payment_token: token },
    body: { ...Object(parts.body), payment_token: token },
  };
}

/** Sends the given number of requests, an equal share to every endpoint, all endpoints at once. Returns the tally. */
export async function campaign(
  endpoints: readonly Endpoint[],
  { requests, seed, moving }: { requests: number; seed: number; moving: Moving },
): Promise<Tally> {
  const tally: Tally = { answers: new Map(), right: new Map(), effects: new Map(), failures: [] };
  const numRuns = Math.ceil(requests / endpoints.length);
  await Promise.all(
    endpoints.map(async (endpoint, index) => {
      const property = fc.asyncProperty(requestsOf(endpoint, moving), (fuzzed) =>
        sendOne(endpoint, fuzzed, moving, tally),
      );
      const result = await fc.check(property, { numRuns, seed: seed + index, verbose: fc.VerbosityLevel.None });
      if (result.failed) tally.failures.push(`${endpoint.id}: ${result.errorInstance ?? result.counterexamplePath}`);
    }),
  );
  return tally;
}

async function sendOne(endpoint: Endpoint, { parts, steps }: Fuzzed, moving: Moving, tally: Tally): Promise<void> {
  await moving.renew();
  const draft = steps.reduce(
    (each, { name, dice: drawn }) => MUTATIONS[name]?.(each, drawn) ?? each,
    draftOf(endpoint, parts),
  );
  const { request, curl } = seal(draft, moving.resolve);
  const copy = request.clone();
  const response = await handleApi(request, PEER);
  const answered = { status: response.status, headers: response.headers, text: await response.text() };
  const judged = judge(copy, answered);
  const wrong = [...judged.wrong, ...(steps.length === 0 ? refusalOfRight(endpoint, judged) : [])];
  note(endpoint, steps, judged, answered.headers, tally);
  moving.note(judged.endpoint, judged.data, { isRight: steps.length === 0 });
  if (wrong.length === 0) return;
  const done = steps.map(({ name }) => name).join(", ") || "nothing done to it";
  throw new Error(`${wrong.join("; ")}\n(${done})\n${curl}\n→ ${answered.status} ${answered.text.slice(0, 2_000)}`);
}

/** An unmutated request must succeed, or fail for a reason that no schema describes. */
function refusalOfRight({ id }: Endpoint, { code }: Judged): string[] {
  if (code === null || REFUSALS[id as EndpointId]?.includes(code as ErrorCode)) return [];
  return [`a right request is refused with ${code}`];
}

function note(endpoint: Endpoint, steps: Step[], judged: Judged, headers: Headers, tally: Tally): void {
  const { status, code } = judged;
  const isSuccess = status >= 200 && status < 300;
  count(tally.answers, `${judged.endpoint} ${status} ${code ?? ""}`);
  if (isSuccess && headers.get("idempotent-replayed") === null) count(tally.effects, judged.endpoint);
  if (steps.length > 0) return;
  const right = tally.right.get(endpoint.id) ?? { sent: 0, succeeded: 0, refusals: new Map() };
  tally.right.set(endpoint.id, right);
  right.sent += 1;
  if (isSuccess) right.succeeded += 1;
  else count(right.refusals, code ?? "");
}

function count(into: Map<string, number>, key: string): void {
  into.set(key, (into.get(key) ?? 0) + 1);
}
