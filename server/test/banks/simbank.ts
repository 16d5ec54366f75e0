import { createServer } from "node:http";
import { getRequestListener } from "@hono/node-server";
import { afterAll, beforeAll } from "vitest";
import { handleSimbank } from "../../../simbank/src/handle-simbank";
import { isLost } from "../../../simbank/src/spoil";
import { publicKeySet } from "../../connectors/keys/signing-key";
import { onLoopback } from "../processes/on-loopback";

/** One call to the bank on the wire. */
export type Exchange = {
  method: string;
  path: string;
  requestHeaders: Record<string, string>;
  requestBody: string;
  status: number;
  responseBody: string;
};

/**
 * The fault of one call: its answer is lost after the bank has executed it, or replaced by another answer; or something
 * else happens before the bank executes it, or before the other answer that it returns.
 */
export type Fault = { method: string; path?: RegExp; kind: "lost" | Response | (() => Promise<unknown>) };

export type TestSimbank = {
  baseUrl: string;
  exchanges: Exchange[];
  /** How many of them called a path that matches. */
  callCount(method: string, path: RegExp): number;
  /** The paths of all received calls, answered or not. */
  called: string[];
  /** Pending faults: each applies to the next call of its method, and of its path if it names one. */
  faults: Fault[];
  close(): Promise<void>;
};

/** A call on the wire. */
export type BankCall = {
  request: Request;
  pathname: string;
  /** The bank handles the request, or an equal one whose body has not been read. */
  answer(request: Request): Promise<Response>;
  /** Closes the connection without an answer. */
  cut(): Response;
  /** Resolves when the caller has closed the connection. */
  gone(): Promise<unknown>;
};

/** The product's answers on its origin, which the bank shares here. */
export type Elsewhere = (request: Request) => Promise<Response>;

/** The installation's keys, which banks look up. */
export async function publishedKeys(request: Request): Promise<Response> {
  if (new URL(request.url).pathname !== "/tpp/jwks.json") return new Response(null, { status: 404 });
  return Response.json(await publicKeySet());
}

/**
 * The simulated bank in this process on a separate port, as the product mounts it, with each call through `handle`. Sets
 * BASE_URL, so that every bank's test profile points to it: call it before the environment is read.
 */
export async function serveSimbank(
  handle: (call: BankCall) => Promise<Response>,
  elsewhere: Elsewhere,
): Promise<{ baseUrl: string; close(): Promise<void> }> {
  const listener = getRequestListener(async (request, { incoming: { socket } }) => {
    const { pathname } = new URL(request.url);
    if (!pathname.startsWith("/simbank/")) return elsewhere(request);
    const [, bank = "", ...path] = pathname.split("/").slice(1).map(decodeURIComponent);
    const answer = (read: Request) => handleSimbank(read, { bank, path });
    const cut = () => {
      socket?.destroy();
      return new Response(null, { status: 499 });
    };
    const gone = () => new Promise((resolve) => socket?.once("close", resolve));
    const response = await handle({ request, pathname, answer, cut, gone });
    return isLost(response) ? cut() : response;
  });
  const { origin: baseUrl, close } = await onLoopback(createServer(listener));
  process.env["BASE_URL"] = baseUrl;
  return { baseUrl, close };
}

/** The simulated bank with recorded calls, and the faults that a test asks for. Sets BASE_URL: see `serveSimbank`. */
export async function startSimbank(elsewhere: Elsewhere = publishedKeys): Promise<TestSimbank> {
  const exchanges: Exchange[] = [];
  const called: string[] = [];
  const faults: Fault[] = [];
  const served = await serveSimbank(async ({ request, pathname: path, answer, cut }) => {
    const { url, method, headers } = request;
    called.push(path);
    const at = faults.findIndex((fault) => fault.method === method && (fault.path?.test(path) ?? true));
    const [fault] = at < 0 ? [] : faults.splice(at, 1);
    if (fault?.kind instanceof Response) return fault.kind;
    const before = typeof fault?.kind === "function" ? await fault.kind() : null;
    if (before instanceof Response) return before;
    const requestBody = request.body ? await request.text() : "";
    const response = await answer(new Request(url, { method, headers, body: requestBody === "" ? null : requestBody }));
    const responseBody = isLost(response) ? "" : await response.clone().text();
    const { status } = response;
    exchanges.push({ method, path, requestHeaders: Object.fromEntries(headers), requestBody, status, responseBody });
    return fault?.kind === "lost" ? cut() : response;
  }, elsewhere);
  const callCount = (method: string, path: RegExp) =>
    exchanges.filter((exchange) => exchange.method === method && path.test(exchange.path)).length;
  return { ...served, exchanges, callCount, called, faults };
}

/** The simulated bank for all tests of a file or a `describe`. Registers hooks: call it before all that needs the bank. */
export function simbankOfThisFile(elsewhere?: Elsewhere): TestSimbank {
  const bank = {} as TestSimbank;
  beforeAll(async () => {
    Object.assign(bank, await startSimbank(elsewhere));
  });
  afterAll(() => bank.close());
  return bank;
}

/**
 * The customer at the bank, without a browser: opens the page at `url`, chooses the account by its label, and presses.
 */
export function answerAtBank(url: string, press: "approve" | "reject", label = "Everyday account"): Promise<Response> {
  return sendForm(url, { answer: press }, label);
}

/** The customer tries another outcome: `scenario` as in the button's value, such as `NOFUNDS`. */
export function tryOutcome(url: string, scenario: string, label = "Everyday account"): Promise<Response> {
  return sendForm(url, { outcome: scenario }, label);
}

async function sendForm(url: string, pressed: Record<string, string>, label: string): Promise<Response> {
  const page = await (await fetch(url)).text();
  const account = new RegExp(`value="([^"]+)"[^>]*/><span[^>]*><b>${label}<`).exec(page)?.[1] ?? "";
  const body = new URLSearchParams({ ...pressed, account });
  return fetch(url, { method: "POST", body, redirect: "manual" });
}
