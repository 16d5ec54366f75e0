import { once } from "node:events";
import { Agent, type IncomingHttpHeaders, type IncomingMessage, request, type ServerResponse } from "node:http";
import { type AddressInfo, createServer } from "node:net";
import { afterEach, describe, expect, it } from "vitest";
import { hasIpv6 } from "../test/processes/loopback";
import { type Entry, startEntry } from "./entry-server";

const TIMEOUT_MS = 5_000;
/** Longer than a test may last. */
const FOR_EVER_MS = 600_000;
const agents: Agent[] = [];
const entries: Entry[] = [];

afterEach(async () => {
  for (const entry of entries.splice(0)) await entry.drain(0);
  for (const agent of agents.splice(0)) agent.destroy();
});

async function start(
  api: (request: IncomingMessage, response: ServerResponse) => unknown = (_, response) => response.end("api"),
) {
  const entry = await startEntry({ port: 0, hosts: ["127.0.0.1", "::1"], rules: { hosts: null, simbankHost: null } });
  entries.push(entry);
  const open = () =>
    entry.open({ api, page: (_, response) => response.end("page"), isReady: async () => ({ ready: true }) });
  return { port: entry.port, entry, open };
}

interface Reply {
  status: number;
  body: string;
  connection: string | undefined;
  headers: IncomingHttpHeaders;
}

function get(port: number, path: string, agent = new Agent({ keepAlive: true, maxSockets: 1 })): Promise<Reply> {
  agents.push(agent);
  return new Promise((resolve, reject) => {
    const sent = request({ port, path, host: "127.0.0.1", agent }, (response) => {
      let body = "";
      response.on("data", (chunk: Buffer) => (body += chunk.toString()));
      response.on("end", () =>
        resolve({
          ...{ status: response.statusCode ?? 0, body, connection: response.headers.connection },
          headers: response.headers,
        }),
      );
    });
    sent.on("error", reject);
    sent.end();
  });
}

describe("while starting", () => {
  it("healthz is 200, readyz 503, and everything else 503", async () => {
    const { port, open } = await start();
    expect((await get(port, "/healthz")).status).toBe(200);
    expect((await get(port, "/readyz")).status).toBe(503);
    const early = await get(port, "/api/v1/banks/top");
    expect([early.status, JSON.parse(early.body).error.code]).toEqual([503, "SERVICE_UNAVAILABLE"]);
    expect(early.headers).toMatchObject({
      "retry-after": "1",
      "x-request-id": expect.stringMatching(/^[0-9a-f-]{36}$/),
    });
    expect(await get(port, "/console")).toMatchObject({ status: 503, body: "Starting.\n" });
    open();
    expect((await get(port, "/readyz")).status).toBe(200);
    expect(await get(port, "/api/v1/banks/top")).toMatchObject({ status: 200, body: "api" });
    expect(await get(port, "/console")).toMatchObject({ status: 200, body: "page" });
  });
});

describe("a handler that fails", () => {
  it("gets the error envelope, and closes the connection if the response had started", async () => {
    const { port, open } = await start(async (request, response) => {
      if (request.url?.endsWith("begun")) response.writeHead(200).write("half");
      throw new Error("of the test");
    });
    open();
    const failed = await get(port, "/api/v1/fails");
    expect([failed.status, JSON.parse(failed.body).error.code]).toEqual([500, "INTERNAL_SERVER_ERROR"]);
    expect(failed.headers["x-request-id"]).toBeDefined();
    await expect(fetch(`http://127.0.0.1:${port}/api/v1/begun`).then((it) => it.text())).rejects.toThrow();
  });
});

describe("while draining", () => {
  it("finishes open requests, answers readyz 503 on open connections, and accepts no new connection", async () => {
    let finish = () => {};
    const arrived = new Promise<void>((resolve) => {
      finish = resolve;
    });
    let answer: ServerResponse | undefined;
    const { port, entry, open } = await start((_, response) => {
      answer = response;
      finish();
    });
    open();
    const kept = new Agent({ keepAlive: true, maxSockets: 1 });
    await get(port, "/healthz", kept);
    const slow = get(port, "/api/v1/slow");
    await arrived;
    const drained = entry.drain(TIMEOUT_MS);
    expect(await get(port, "/readyz", kept)).toMatchObject({ status: 503, connection: "close" });
    await expect(get(port, "/healthz")).rejects.toThrow("ECONNREFUSED");
    answer?.end("done");
    expect(await slow).toMatchObject({ status: 200, body: "done", connection: "close" });
    await drained;
  });

  it("closes an event stream at once, so that its reader reconnects elsewhere", async () => {
    const { port, entry, open } = await start((_, response) => {
      response.writeHead(200, { "Content-Type": "text/event-stream" });
      response.write(": hello\n\n");
    });
    open();
    const headers = { Accept: "text/event-stream" };
    const stream = request({ port, host: "127.0.0.1", path: "/api/v1/stream", headers }).end();
    const [response] = (await once(stream, "response")) as [IncomingMessage];
    response.resume();
    const broken = once(response, "error");
    await entry.drain(TIMEOUT_MS);
    expect(String((await broken)[0])).toContain("aborted");
  });

  it("closes a request that waits for test events at once, so that its caller retries elsewhere", async () => {
    let arrive = () => undefined as unknown;
    const arrived = new Promise<void>((resolve) => (arrive = resolve));
    const { port, entry, open } = await start(() => arrive());
    open();
    const waiting = get(port, "/api/v1/webhook-events?wait=25");
    const closed = expect(waiting).rejects.toThrow("socket hang up");
    await arrived;
    await entry.drain(FOR_EVER_MS);
    await closed;
  });

  it("is not delayed by an event stream opened on an existing connection", async () => {
    const { port, entry, open } = await start((_, response) => {
      response.writeHead(200, { "Content-Type": "text/event-stream" });
      response.write(": hello\n\n");
    });
    open();
    const kept = new Agent({ keepAlive: true, maxSockets: 1 });
    await get(port, "/healthz", kept);
    const drained = entry.drain(FOR_EVER_MS);
    const headers = { Accept: "text/event-stream" };
    const stream = request({ port, host: "127.0.0.1", path: "/api/v1/stream", agent: kept, headers }).end();
    stream.on("response", (response: IncomingMessage) => response.on("error", () => undefined).resume());
    stream.on("error", () => undefined);
    await once(stream, "close");
    await drained;
  });
});

describe("a port in use by another program", () => {
  it.each(["127.0.0.1", ...(hasIpv6 ? ["::1"] : [])])(
    "on %s is named in a sentence, and nothing listens on the other address",
    async (host) => {
      const other = createServer().listen(0, host);
      await once(other, "listening");
      const { port } = other.address() as AddressInfo;
      const starting = startEntry({ port, hosts: ["127.0.0.1", "::1"], rules: { hosts: null, simbankHost: null } });
      await expect(starting).rejects.toThrow(
        `Port ${port} on ${host} is in use by another program. Stop that program, or set PORT.`,
      );
      other.close();
      await once(other, "close");
      const again = await startEntry({ port, hosts: ["127.0.0.1", "::1"], rules: { hosts: null, simbankHost: null } });
      entries.push(again);
    },
  );
});
