import { createServer } from "node:http";
import { describe, expect, it } from "vitest";
import { freePorts } from "../../test/processes/free-ports";
import { onLoopbackInTest } from "../../test/processes/loopback-in-test";
import { probeSimbank, resolveSimbank } from "./probe-simbank";

/** Answers every request with the next status and body; the last one again and again. Returns its origin. */
async function listen(...answers: [status: number, body: (origin: string) => unknown][]): Promise<string> {
  let origin = "";
  const server = createServer((_request, response) => {
    const [status, body] = (answers.length > 1 ? answers.shift() : answers[0]) ?? [500, () => null];
    response.writeHead(status).end(JSON.stringify(body(origin)));
  });
  ({ origin } = await onLoopbackInTest(server));
  return origin;
}
const bank = (origin: string) => ({ issuer: `${origin}/simbank/monzo` });

describe("probeSimbank()", () => {
  it("accepts the simulated bank that calls itself by that origin", async () => {
    expect(await probeSimbank(await listen([200, bank]))).toBeNull();
  });

  it("waits for a bank whose proxy has no process yet", async () => {
    expect(await probeSimbank(await listen([502, () => ""], [503, () => ""], [200, bank]))).toBeNull();
  });

  it("refuses another program at once, and a bank that calls itself otherwise", async () => {
    const other = await listen([404, () => "no"]);
    expect(await probeSimbank(other)).toMatch(
      /^This process cannot use the simulated bank at SIMBANK_URL \S+: another program answers there, with status 404\. Set SIMBANK_URL to /,
    );
    const misnamed = await listen([200, () => bank("http://localhost:3010")]);
    expect(await probeSimbank(misnamed)).toMatch(
      /: the bank there calls itself http:\/\/localhost:3010\. Set the same /,
    );
  });

  it("refuses an origin where nothing listens, when its patience ends", async () => {
    const origin = `http://127.0.0.1:${(await freePorts(1))[0]}`;
    expect(await probeSimbank(origin, { patienceMs: 0 })).toMatch(
      /ECONNREFUSED.* Make the name resolve and connect from /,
    );
  });

  it("ends its wait when the start is stopped", async () => {
    const origin = `http://127.0.0.1:${(await freePorts(1))[0]}`;
    await expect(probeSimbank(origin, { signal: AbortSignal.abort() })).rejects.toThrow("aborted");
  });
});

describe("resolveSimbank()", () => {
  it.each(["http://localhost:1", "http://127.0.0.1:1", "http://[::1]:1"])(
    "accepts %s, where nothing listens",
    async (origin) => {
      expect(await resolveSimbank(origin)).toBeNull();
    },
  );

  it("refuses a name that does not resolve, when its patience ends", async () => {
    expect(await resolveSimbank("https://bank.invalid", { patienceMs: 0 })).toMatch(
      /^This process cannot use the simulated bank at SIMBANK_URL https:\/\/bank\.invalid: \S* ?E(?:NOTFOUND|AI_AGAIN) bank\.invalid\. Make the name resolve /,
    );
  });
});
