import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { getRequestListener } from "@hono/node-server";
import { renderPages } from "../../components/simbank/render-pages";
import { handleSimbank } from "../simbank/handle-simbank";

/** One call to the bank as it went over the wire. */
export type Exchange = {
  method: string;
  path: string;
  requestHeaders: Record<string, string>;
  requestBody: string;
  status: number;
  responseBody: string;
};

/** What goes wrong with one call: its answer is lost after the bank has carried it out, or another answer comes instead. */
export type Fault = { method: string; kind: "lost" | Response };

export type TestSimbank = {
  baseUrl: string;
  exchanges: Exchange[];
  /** Faults still to come: each hits the next call of its method. */
  faults: Fault[];
  close(): Promise<void>;
};

/**
 * The simulated bank on a port of its own, as the pages serve it. Sets BASE_URL, so that every bank's test profile leads
 * here: call it before anything reads the environment.
 */
export async function startSimbank(): Promise<TestSimbank> {
  const exchanges: Exchange[] = [];
  const faults: Fault[] = [];
  const listener = getRequestListener(async (request, { incoming }) => {
    const at = faults.findIndex(({ method }) => method === request.method);
    const [fault] = at < 0 ? [] : faults.splice(at, 1);
    if (fault && fault.kind !== "lost") return fault.kind;
    const response = await answer(request, exchanges);
    if (fault) incoming.socket?.destroy();
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
  return { baseUrl, exchanges, faults, close };
}

async function answer(request: Request, exchanges: Exchange[]): Promise<Response> {
  const path = new URL(request.url).pathname;
  const [root, bank = "", ...rest] = path.split("/").slice(1).map(decodeURIComponent);
  if (root !== "simbank") return new Response(null, { status: 404 });
  const requestBody = request.body ? await request.text() : "";
  const body = requestBody === "" ? null : requestBody;
  const copy = new Request(request.url, { method: request.method, headers: request.headers, body });
  const response = await handleSimbank(copy, { bank, path: rest, render: renderPages });
  const responseBody = await response.clone().text();
  const requestHeaders = Object.fromEntries(request.headers);
  exchanges.push({ method: request.method, path, requestHeaders, requestBody, status: response.status, responseBody });
  return response;
}

/** The shopper at the bank, without a browser: reads the page at `url`, picks the account so labelled, and presses. */
export async function answerAtBank(
  url: string,
  press: "approve" | "reject",
  label = "Everyday account",
): Promise<Response> {
  const page = await (await fetch(url)).text();
  const account = new RegExp(`value="([^"]+)"[^>]*/><span[^>]*><b>${label}<`).exec(page)?.[1] ?? "";
  const body = new URLSearchParams({ answer: press, account });
  return fetch(url, { method: "POST", body, redirect: "manual" });
}
