import { beforeAll, expect, it } from "vitest";
import { syncCatalogue } from "../../../../server/banks/sync-catalogue";
import { handleApi } from "../../../../server/http/handler";
import { DELETE, GET, POST } from "./route";

beforeAll(syncCatalogue);

const SAMPLES = [
  ["GET", "/api/v1/banks/top?country=PT", GET],
  ["GET", "/api/v1/nothing", GET],
  ["DELETE", "/api/v1/banks/top", DELETE],
  ["POST", "/api/v1/payment-links", POST],
  ["POST", "/api/v1/oauth2/token", POST],
] as const;

it.each(SAMPLES)("%s %s: both doors give the same answer", async (method, path, second) => {
  const request = () => new Request(`http://bankside.test${path}`, { method, headers: { "x-request-id": "same" } });
  const [a, b] = [await handleApi(request(), { remoteAddress: null }), await second(request())];
  expect([b.status, await b.text(), [...b.headers]]).toEqual([a.status, await a.text(), [...a.headers]]);
});
