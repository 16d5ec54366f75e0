import { describe, expect, it } from "vitest";
import { MAX_BATCH_CALLS } from "@/server/lib/bounds";
import { GET, POST } from "./route";

const ORIGIN = "http://localhost:3000";
const batch = (count: number) => `${ORIGIN}/api/trpc/${Array(count).fill("me.get").join(",")}?batch=1`;
const inputs = (count: number) => JSON.stringify(Object.fromEntries(Array.from({ length: count }, (_, n) => [n, {}])));

const sent = {
  GET: (count: number) => GET(new Request(`${batch(count)}&input=${encodeURIComponent(inputs(count))}`)),
  POST: (count: number) =>
    POST(
      new Request(batch(count), {
        method: "POST",
        headers: { "content-type": "application/json", "sec-fetch-site": "same-origin" },
        body: inputs(count),
      }),
    ),
};

describe.each(["GET", "POST"] as const)("a batch by %s", (method) => {
  it(`of ${MAX_BATCH_CALLS} calls answers each of them`, async () => {
    const answers = (await (await sent[method](MAX_BATCH_CALLS)).json()) as unknown[];
    expect(answers).toHaveLength(MAX_BATCH_CALLS);
  });

  it(`of ${MAX_BATCH_CALLS + 1} calls is refused as a whole, and none is made`, async () => {
    const answer = await sent[method](MAX_BATCH_CALLS + 1);
    expect(answer.status).toBe(400);
    expect(JSON.stringify(await answer.json())).toContain("exceeds maximum size");
  });
});
