import { once } from "node:events";
import { Agent, type IncomingHttpHeaders, type IncomingMessage, request, type ServerResponse } from "node:http";
import { type AddressInfo, createServer } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { afterEach, describe, expect, it } from "vitest";
import { freePorts } from "../test/processes/free-ports";
import { hasIpv6 } from "../test/processes/loopback";
import { checkPort, type Entry, startEntry } from "./entry-server";

const TIMEOUT_MS = 5_000;
/** Longer than a test may last. */
const FOR_EVER_MS = 600_000;
/** Longer than two answers take, also on a busy machine. */
const FOR_ANSWERS_MS = 2_000;
const agents: Agent[] = [];
const entries: Entry[] = [];

afterEach(async () => {
  for (const entry of entries.splice(0)) await entry.drain(0);
  for (const agent of agents.splice(0)) agent.destroy();
});

const OPTIONS = { port: 0, hosts: ["127.0.0.1", "::1"], rules: { hosts: null, simbankHost: null } };

async function start(
  api: (request: IncomingMessage, response: ServerResponse) => unknown = (_, response) => response.end("api"),
  port = 0,
) {
  const page = (_: unknown, response: ServerResponse) => response.end("page");
  const entry = await startEntry({ ...OPTIONS, port }, { api, page, isReady: async () => ({ ready: true }) });
  entries.push(entry);
  return { port: entry.port, entry };
}

interface Reply {
  status: number;
  body: string;
  connection: string | undefined;
  headers: IncomingHttpHeaders;
}

function get(
  port: number,
  path: string,
  agent = new Agent({ keepAlive: true, maxSockets: 1 }),
  method = "GET",
): Promise<Reply> {
  agents.push(agent);
  return new Promise((resolve, reject) => {
    const sent = request({ port, path, method, host: "127.0.0.1", agent }, (response) => {
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

describe("the check of the port", () => {
  it("leaves it closed: a balancer's connection is refused until the process serves", async () => {
    const [port = 0] = await freePorts(1);
    await checkPort({ ...OPTIONS, port });
    await expect(get(port, "/healthz")).rejects.toThrow("ECONNREFUSED");
    await start(undefined, port);
    expect((await get(port, "/readyz")).status).toBe(200);
    expect(await get(port, "/api/v1/banks/top")).toMatchObject({ status: 200, body: "api" });
    expect(await get(port, "/console")).toMatchObject({ status: 200, body: "page" });
  });
});

describe("a handler that fails", () => {
  it("gets the error envelope, and closes the connection if the response had started", async () => {
    const { port } = await start(async (request, response) => {
      if (request.url?.endsWith("begun")) response.writeHead(200).write("half");
      throw new Error("of the test");
    });
    const failed = await get(port, "/api/v1/fails");
    expect([failed.status, JSON.parse(failed.body).error.code]).toEqual([500, "INTERNAL_SERVER_ERROR"]);
    expect(failed.headers["x-request-id"]).toBeDefined();
    await expect(fetch(`http://127.0.0.1:${port}/api/v1/begun`).then((it) => it.text())).rejects.toThrow();
  });
});

describe("a refused method", () => {
  it.each([
    ["POST", "/healthz", "GET, HEAD"],
    ["POST", "/readyz", "GET, HEAD"],
    ["TRACE", "/docs", "GET, HEAD, POST"],
  ])("%s %s gets 405 with Allow: %s", async (method, path, allow) => {
    const { port } = await start();
    const reply = await get(port, path, undefined, method);
    expect([reply.status, reply.headers.allow]).toEqual([405, allow]);
  });
});

describe("while draining", () => {
  it("serves new connections with readyz 503 for the delay, and refuses them afterwards", async () => {
    const { port, entry } = await start();
    const drained = entry.drain(0, FOR_ANSWERS_MS);
    expect(await get(port, "/readyz")).toMatchObject({ status: 503, body: '{"ready":false,"phase":"draining"}' });
    expect(await get(port, "/api/v1/banks/top")).toMatchObject({ status: 200, body: "api", connection: "close" });
    await drained;
    await expect(get(port, "/readyz")).rejects.toThrow("ECONNREFUSED");
  });

  it("finishes open requests, answers readyz 503 on open connections, and accepts no new connection", async () => {
    let finish = () => {};
    const arrived = new Promise<void>((resolve) => {
      finish = resolve;
    });
    let answer: ServerResponse | undefined;
    const { port, entry } = await start((_, response) => {
      answer = response;
      finish();
    });
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

  it("keeps idle connections open while requests still arrive on others", async () => {
    const { port, entry } = await start();
    const [first, second] = [1, 2].map(() => new Agent({ keepAlive: true, maxSockets: 1 }));
    for (const agent of [first, second]) await get(port, "/healthz", agent);
    const drained = entry.drain(TIMEOUT_MS);
    await sleep(400);
    expect(await get(port, "/api/v1/x", first)).toMatchObject({ status: 200, connection: "close" });
    await sleep(300);
    expect(await get(port, "/api/v1/x", second)).toMatchObject({ status: 200, connection: "close" });
    await drained;
  });

  it("closes an event stream at once, so that its reader reconnects elsewhere", async () => {
    const { port, entry } = await start((_, response) => {
      response.writeHead(200, { "Content-Type": "text/event-stream" });
      response.write(": hello\n\n");
    });
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
    const { port, entry } = await start(() => arrive());
    const waiting = get(port, "/api/v1/webhook-events?wait=25");
    const closed = expect(waiting).rejects.toThrow("socket hang up");
    await arrived;
    await entry.drain(FOR_EVER_MS);
    await closed;
  });

  it("is not delayed by an event stream opened on an existing connection", async () => {
    const { port, entry } = await start((_, response) => {
      response.writeHead(200, { "Content-Type": "text/event-stream" });
      response.write(": hello\n\n");
    });
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
      await expect(checkPort({ ...OPTIONS, port })).rejects.toThrow(
        `Port ${port} on ${host} is in use by another program. Stop that program, or set PORT.`,
      );
      other.close();
      await once(other, "close");
      await start(undefined, port);
    },
  );
});
