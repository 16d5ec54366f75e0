import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { syncCatalogue } from "../banks/sync-catalogue";
import { flushCalls } from "../http/call-log/call-log";
import { apiListener } from "../http/listener";
import { db } from "../lib/db";
import { ERRORS } from "../lib/errors";
import { freePorts } from "../test/processes/free-ports";
import { exchange, type RawRequest } from "../test/raw-bytes";
import { type Entry, type EntryOptions, startEntry } from "./entry-server";

const SHORT_PATIENCE = { headersTimeout: 300, requestTimeout: 600, connectionsCheckingInterval: 50 };
const KIB = 1024;
const RULES = { rules: { hosts: null, simbankHost: null } };

let [port, impatientPort] = [0, 0];
const entries: Entry[] = [];

beforeAll(async () => {
  await syncCatalogue();
  [port, impatientPort] = [await opened(), await opened({ patience: SHORT_PATIENCE })];
});
afterAll(() => Promise.all(entries.map((entry) => entry.drain(0))));

async function opened(more: Pick<EntryOptions, "patience"> = {}): Promise<number> {
  const [free = 0] = await freePorts(1);
  const options = { port: free, hosts: ["127.0.0.1"], ...RULES, ...more };
  const page = (_: unknown, response: { end(text: string): void }) => response.end("<html>");
  entries.push(await startEntry(options, { api: apiListener(), page, isReady: async () => ({ ready: true }) }));
  return free;
}

const wire = (said: RawRequest, to = port) => exchange(to, said);

type Reply = { status: number; head: Map<string, string>; code: string | undefined; body: string };

/** The responses in the received bytes, each checked for what every response must have. */
function repliesOf(said: string, isHead = false): Reply[] {
  const replies: Reply[] = [];
  for (let rest = said; rest !== ""; ) {
    expect(rest).toMatch(/^HTTP[/]1[.]1 \d{3} /);
    const [start = ""] = rest.split("\r\n\r\n", 1);
    const [line = "", ...fields] = start.split("\r\n");
    const head = new Map(
      fields.map((field) => [field.split(":", 1)[0]?.toLowerCase() ?? "", field.replace(/^[^:]*: ?/, "")]),
    );
    const length = isHead ? 0 : Number(head.get("content-length") ?? 0);
    const body = rest.slice(start.length + 4, start.length + 4 + length);
    rest = rest.slice(start.length + 4 + length);
    const status = Number(line.split(" ")[1]);
    expect(head.get("x-request-id"), said).toMatch(/^[A-Za-z0-9._-]{1,128}$/);
    if (status === 100) continue;
    expect(head.get("content-type"), said).toBe("application/json; charset=utf-8");
    const parsed = body ? (JSON.parse(body) as { success: boolean; error?: { code: keyof typeof ERRORS } }) : undefined;
    const code = parsed?.error?.code;
    if (parsed && code) expect([parsed.success, status], said).toEqual([false, ERRORS[code].status]);
    expect(said).not.toMatch(/<html|at \/|node_modules/i);
    replies.push({ status, head, code, body });
  }
  return replies;
}

const close = "Connection: close\r\n\r\n";
const ask = (line: string, fields = "", body = "") =>
  wire(`${line} HTTP/1.1\r\nHost: a\r\n${fields}${close}${body}`).then((said) => repliesOf(said, /^HEAD/.test(line)));

const JSON_TYPE = "Content-Type: application/json\r\n";
const TOKEN_PATH = "/api/v1/oauth2/token";

describe("request lines", () => {
  it.each([
    ["GET /api/v1", "NOT_FOUND"],
    ["GET /api/v1/", "NOT_FOUND"],
    ["GET /api/v1/nothing", "NOT_FOUND"],
    ["GET /api/v1/banks/top/", "NOT_FOUND"],
    ["GET /api/v1//banks/top", "NOT_FOUND"],
    ["GET /api/v1/banks//top", "NOT_FOUND"],
    ["GET //api/v1/banks/top", "NOT_FOUND"],
    ["POST //api/v1/oauth2/token", "NOT_FOUND"],
    ["GET /api/v1/banks%2Ftop", "NOT_FOUND"],
    ["GET /api/v1%2Fbanks/top", "NOT_FOUND"],
    ["GET /api/v1/banks\\top", "NOT_FOUND"],
    ["GET /api/v1\\banks\\top", "NOT_FOUND"],
    ["GET /api/v1/BANKS/top", "NOT_FOUND"],
    ["GET /api/v1/banks/top;a=b", "NOT_FOUND"],
    ["GET /api/v1/%", "NOT_FOUND"],
    ["GET /api/v1/%zz", "NOT_FOUND"],
    ["GET /api/v1/%00", "NOT_FOUND"],
    ["GET /api/v1/%ED%A0%80", "NOT_FOUND"],
    ["GET /api/v1/..%2f..%2fetc%2fpasswd", "NOT_FOUND"],
    ["GET /api/v1/../../console", "NOT_FOUND"],
    ["GET /api/v1/{paymentRequestId}", "NOT_FOUND"],
    ["GET /api/v1/__proto__", "NOT_FOUND"],
    ["GET /api/v1/constructor/prototype", "NOT_FOUND"],
    ["GET /api/v1/payment-requests/%00/status", "NO_TOKEN"],
    ["POST /api/v1/payment-requests:redirect", "NO_TOKEN"],
    ["POST /api/v1/payment-requests%3Aredirect", "NO_TOKEN"],
    ["POST /api/v1/payment-requests%3aredirect", "NO_TOKEN"],
    ["GET http://elsewhere.example/api/v1/nothing", "NOT_FOUND"],
    ["GET http://elsewhere.example:99999/api/v1/nothing", "NOT_FOUND"],
    ["GET /api/v1/banks/top?country=%00", "VALIDATION_ERROR"],
    ["GET /api/v1/banks/top?country=PT&country=PT", "VALIDATION_ERROR"],
    ["GET /api/v1/banks/top?__proto__=a&__proto__=b", "VALIDATION_ERROR"],
    ["GET /api/v1/banks/top?%00=a", "VALIDATION_ERROR"],
  ])("%s is %s", async (line, code) => expect((await ask(line)).map((reply) => reply.code)).toEqual([code]));

  it.each([
    "/api/v1/banks/top?country=PT",
    "/api/v1/banks/top?country=PT#fragment",
    "/api/v1/./banks/x/../top?country=PT",
    "/api/v1/%62anks/top?country=PT",
    "http://elsewhere.example/api/v1/banks/top?country=PT",
  ])("%s is read as the path that it denotes", async (target) =>
    expect((await ask(`GET ${target}`)).map(({ status }) => status)).toEqual([200]),
  );

  it.each(["DELETE", "PUT", "PATCH", "POST", "OPTIONS", "TRACE", "PROPFIND", "PURGE"])(
    "%s where there is only GET is a 405 that names what there is",
    async (method) => {
      const [reply] = await ask(`${method} /api/v1/banks/top`);
      expect([reply?.code, reply?.head.get("allow")]).toEqual(["METHOD_NOT_ALLOWED", "GET, HEAD"]);
    },
  );

  it("HEAD where there is only POST is a 405 too, and no body comes with it", async () => {
    const [reply] = await ask(`HEAD ${TOKEN_PATH}`);
    expect([reply?.status, reply?.head.get("allow")]).toEqual([405, "POST"]);
  });

  it("HEAD has the Content-Length of GET", async () => {
    const path = "/api/v1/banks/top?country=PT";
    const [[head], [get]] = [await ask(`HEAD ${path}`), await ask(`GET ${path}`)];
    expect(head?.head.get("content-length")).toBe(get?.head.get("content-length"));
  });

  it("304 comes without body, type or length", async () => {
    const path = "/api/v1/banks/top?country=PT";
    const etag = (await ask(`GET ${path}`))[0]?.head.get("etag");
    const said = await wire(`GET ${path} HTTP/1.1\r\nHost: a\r\nIf-None-Match: ${etag}\r\n${close}`);
    expect(said).toMatch(/^HTTP\/1\.1 304 [\s\S]*\r\n\r\n$/);
    expect(said).not.toMatch(/content-(?:type|length):/i);
  });
});

describe("invalid HTTP", () => {
  it.each([
    ["no protocol at all", "hello\r\n\r\n"],
    ["a TLS greeting", Buffer.from("16030100a5010000a10303", "hex")],
    ["a header without a colon", `GET /api/v1/x HTTP/1.1\r\nHost a\r\n${close}`],
    ["a control character in a header", `GET /api/v1/x HTTP/1.1\r\nHost: a\r\nX: a\u0000b\r\n${close}`],
    ["CONNECT, as to a proxy", `CONNECT /api/v1/x HTTP/1.1\r\nHost: a\r\n${close}`],
    ["no Host", `GET /api/v1/x HTTP/1.1\r\n${close}`],
    ["headers past 16 KiB", `GET /api/v1/x HTTP/1.1\r\nHost: a\r\nX: ${"x".repeat(20 * KIB)}\r\n${close}`],
    [
      "both lengths",
      `POST ${TOKEN_PATH} HTTP/1.1\r\nHost: a\r\nContent-Length: 4\r\nTransfer-Encoding: chunked\r\n${close}0\r\n\r\n`,
    ],
    ["two lengths", `POST ${TOKEN_PATH} HTTP/1.1\r\nHost: a\r\nContent-Length: 4\r\nContent-Length: 5\r\n${close}abcd`],
    ["a length below nothing", `POST ${TOKEN_PATH} HTTP/1.1\r\nHost: a\r\nContent-Length: -1\r\n${close}`],
    [
      "an encoding before chunked",
      `POST ${TOKEN_PATH} HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked, gzip\r\n${close}`,
    ],
    [
      "a chunk of no size",
      `POST ${TOKEN_PATH} HTTP/1.1\r\nHost: a\r\n${JSON_TYPE}Transfer-Encoding: chunked\r\n\r\nzz\r\n`,
    ],
  ])("%s: 400 in the envelope, and the connection ends", async (_what, bytes) => {
    const [reply, ...more] = repliesOf(await wire(bytes));
    expect([reply?.status, reply?.code, more]).toEqual([400, "INVALID_INPUT", []]);
  });

  it("after a valid request: responses in order", async () => {
    const good = "GET /api/v1/nothing HTTP/1.1\r\nHost: a\r\n\r\n";
    const replies = repliesOf(await wire(`${good}${good}not HTTP\r\n\r\n`));
    expect(replies.map(({ code }) => code)).toEqual(["NOT_FOUND", "NOT_FOUND", "INVALID_INPUT"]);
  });

  it("HTTP/1.0 is answered, without a Host", async () => {
    const [reply] = repliesOf(await wire("GET /api/v1/nothing HTTP/1.0\r\n\r\n"));
    expect(reply?.code).toBe("NOT_FOUND");
  });

  it.each([
    ["an upgrade", "Upgrade: websocket\r\nSec-WebSocket-Key: x\r\n"],
    ["another expectation", "Expect: tea\r\n"],
  ])("%s changes nothing", async (_what, fields) =>
    expect((await ask("GET /api/v1/nothing", fields)).map(({ code }) => code)).toEqual(["NOT_FOUND"]),
  );

  it("a forged X-Forwarded-For is ignored: the log has the socket's address", async () => {
    const forged = "X-Forwarded-For: 1.2.3.4\r\nForwarded: for=1.2.3.4\r\nX-Real-IP: 1.2.3.4\r\n";
    await ask("GET /api/v1/forged", forged);
    await flushCalls();
    const found = await db().apiCall.findMany({ where: { path: "/api/v1/forged" }, select: { ip: true } });
    expect(found).toEqual([{ ip: "127.0.0.1" }]);
  });

  it("100-continue is sent before the body is awaited", async () => {
    const head = `POST ${TOKEN_PATH} HTTP/1.1\r\nHost: a\r\n${JSON_TYPE}Content-Length: 2\r\nExpect: 100-continue\r\n`;
    const said = await wire((socket) => {
      socket.once("data", () => socket.write("{}"));
      socket.write(`${head}${close}`);
    });
    expect(said).toMatch(/^HTTP\/1\.1 100 Continue\r\n\r\nHTTP\/1\.1 400 /);
  });
});

describe("slow callers", () => {
  it("that send nothing get no response", async () => expect(await wire(() => {}, impatientPort)).toBe(""));
  it("that never end their headers get 400 in the envelope", async () => {
    const said = await wire("GET /api/v1/banks/top HTTP/1.1\r\nHost: a\r\nX: ", impatientPort);
    expect(repliesOf(said)[0]?.code).toBe("INVALID_INPUT");
  });

  it("that never end their body get one 400 in the envelope", async () => {
    const head = `POST ${TOKEN_PATH} HTTP/1.1\r\nHost: a\r\n${JSON_TYPE}Content-Length: 100\r\n\r\n{`;
    const replies = repliesOf(await wire(head, impatientPort));
    expect(replies.map(({ code }) => code)).toEqual(["INVALID_INPUT"]);
  });

  it("that disconnect within a body affect no other request", async () => {
    await wire((socket) => {
      socket.write(`POST ${TOKEN_PATH} HTTP/1.1\r\nHost: a\r\n${JSON_TYPE}Content-Length: 100\r\n\r\n{`);
      setImmediate(() => socket.destroy());
    }).catch(() => undefined);
    expect((await ask("GET /api/v1/nothing"))[0]?.code).toBe("NOT_FOUND");
  });
});

describe("bodies past 64 KiB", () => {
  const chunk = `4000\r\n${" ".repeat(16 * KIB)}\r\n`;

  it.each([
    ["of a length that is said", `Content-Length: ${10_000 * KIB}\r\n`, " ".repeat(16 * KIB)],
    ["of a length that is not", "Transfer-Encoding: chunked\r\n", chunk],
  ])("%s: the answer is there before the caller has sent all", async (_what, length, part) => {
    let sent = 0;
    const said = await wire((socket) => {
      // A part at a time, and on until the answer is here, as a caller does who reads when it has sent.
      const more = () => {
        sent += 1;
        if (!socket.destroyed && sent < 500) socket.write(part, () => setImmediate(more));
      };
      socket.once("data", () => socket.end());
      socket.write(`POST ${TOKEN_PATH} HTTP/1.1\r\nHost: a\r\n${JSON_TYPE}${length}\r\n`, more);
    });
    expect(repliesOf(said).map(({ code }) => code)).toEqual(["PAYLOAD_TOO_LARGE"]);
    expect(sent).toBeLessThan(500);
  });
});
