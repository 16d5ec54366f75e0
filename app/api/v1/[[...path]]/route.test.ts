import { beforeAll, expect, it } from "vitest";
import { syncCatalogue } from "../../../../server/banks/sync-catalogue";
import { handleApi } from "../../../../server/http/handler";
import { DELETE, GET, HEAD, OPTIONS, PATCH, POST, PUT } from "./route";

beforeAll(syncCatalogue);

const SAMPLES = [
  ["GET", "/api/v1/banks/top?country=PT", GET],
  ["GET", "/api/v1/nothing", GET],
  ["GET", "/api/v1/%zz", GET],
  ["GET", "/api/v1/banks/top?country=%00", GET],
  ["HEAD", "/api/v1/banks/top?country=PT", HEAD],
  ["HEAD", "/api/v1/nothing", HEAD],
  ["DELETE", "/api/v1/banks/top", DELETE],
  ["PUT", "/api/v1/banks/top", PUT],
  ["OPTIONS", "/api/v1/banks/top", OPTIONS],
  ["POST", "/api/v1/payment-links", POST],
  ["POST", "/api/v1/oauth2/token", POST],
  ["PATCH", "/api/v1/embedded/payment-requests", PATCH],
  ["POST", "/api/v1/payment-requests:redirect", POST],
  ["POST", "/api/v1/payment-requests%3Aredirect", POST],
  ["POST", "/api/v1/payment-requests%3aredirect", POST],
] as const;

it.each(SAMPLES)("%s %s: the entry and the route return the same response", async (method, path, second) => {
  const request = () => new Request(`http://bankside.test${path}`, { method, headers: { "x-request-id": "same" } });
  const [a, b] = [await handleApi(request(), { remoteAddress: null }), await second(request())];
  expect([b.status, await b.text(), [...b.headers]]).toEqual([a.status, await a.text(), [...a.headers]]);
});

it.each([":", "%3A", "%3a"])(
  "a colon written as %s matches the endpoint: the response is 401, not 404",
  async (colon) => {
    const answer = await POST(
      new Request(`http://bankside.test/api/v1/payment-requests${colon}redirect`, { method: "POST" }),
    );
    expect([answer.status, (await answer.json()).error.code]).toEqual([401, "NO_TOKEN"]);
  },
);
