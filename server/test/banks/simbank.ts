import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { getRequestListener } from "@hono/node-server";
import { handleSimbank } from "../../../simbank/src/handle-simbank";
import { isLost } from "../../../simbank/src/spoil";
import { publicKeySet } from "../../connectors/keys/signing-key";

/** One call to the bank on the wire. */
export type Exchange = {
  method: string;
  path: string;
  requestHeaders: Record<string, string>;
  requestBody: string;
  status: number;
  responseBody: string;
};

/** The fault of one call: its answer is lost after the bank has executed it, or replaced by another answer. */
export type Fault = { method: string; path?: RegExp; kind: "lost" | Response };

export type TestSimbank = {
  baseUrl: string;
  exchanges: Exchange[];
  /** The paths of all received calls, answered or not. */
  called: string[];
  /** Pending faults: each applies to the next call of its method, and of its path if it names one. */
  faults: Fault[];
  close(): Promise<void>;
};

/** The product's answers on its origin, which the bank shares here. */
export type Elsewhere = (request: Request) => Promise<Response>;

/** The installation's keys, which banks look up. */
async function publishedKeys(request: Request): Promise<Response> {
  if (new URL(request.url).pathname !== "/tpp/jwks.json") return new Response(null, { status: 404 });
  return Response.json(await publicKeySet());
}

/**
 * The simulated bank on a separate port, as the pages serve it. Sets BASE_URL, so that every bank's test profile points
 * to it: call it before the environment is read.
 */
export async function startSimbank(elsewhere: Elsewhere = publishedKeys): Promise<TestSimbank> {
  const exchanges: Exchange[] = [];
  const paths: string[] = [];
  const faults: Fault[] = [];
  const listener = getRequestListener(async (request, { incoming }) => {
    if (!new URL(request.url).pathname.startsWith("/simbank/")) return elsewhere(request);
    const called = new URL(request.url).pathname;
    paths.push(called);
    const at = faults.findIndex(({ method, path }) => method === request.method && (path?.test(called) ?? true));
    const [fault] = at < 0 ? [] : faults.splice(at, 1);
    if (fault && fault.kind !== "lost") return fault.kind;
    const response = await answer(request, exchanges);
    if (fault || isLost(response)) incoming.socket?.destroy();
    return response;
  });
  const server = createServer(listener);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  const baseUrl = `http://127.0.0.1:${port}`;
  process.env["BASE_URL"] = baseUrl;
  const close = () =>
    new Promise<void>((resolve) => {
      server.close(() => resolve());
      server.closeAllConnections();
    });
  return { baseUrl, exchanges, called: paths, faults, close };
}

async function answer(request: Request, exchanges: Exchange[]): Promise<Response> {
  const path = new URL(request.url).pathname;
  const [, bank = "", ...rest] = path.split("/").slice(1).map(decodeURIComponent);
  const requestBody = request.body ? await request.text() : "";
  const body = requestBody === "" ? null : requestBody;
  const copy = new Request(request.url, { method: request.method, headers: request.headers, body });
  const response = await handleSimbank(copy, { bank, path: rest });
  const responseBody = isLost(response) ? "" : await response.clone().text();
  const requestHeaders = Object.fromEntries(request.headers);
  exchanges.push({ method: request.method, path, requestHeaders, requestBody, status: response.status, responseBody });
  return response;
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
