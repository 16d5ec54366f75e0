import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import { Server as NetServer, type Socket } from "node:net";
import type { Duplex } from "node:stream";
import { setTimeout as sleep } from "node:timers/promises";
import { log } from "../lib/log";
import { startError } from "../lib/start-error";
import { type DoorRules, doorFor } from "./door";

type Listener = (request: IncomingMessage, response: ServerResponse) => unknown;

/** What the entry hands requests to; they are plugged in when they are ready, the ports are taken before. */
export interface Handlers {
  api: Listener;
  page: Listener;
  /** Answers `/readyz` while the process serves. */
  isReady(): Promise<object & { ready: boolean }>;
}

export interface EntryOptions {
  port: number;
  /** Addresses to listen on. Those after the first are left out where the machine does not have them. */
  hosts: readonly string[];
  rules: DoorRules;
}

export interface Entry {
  /** From here on requests are answered; before, all but /healthz get 503. */
  open(handlers: Handlers): void;
  /** Refuses new connections, lets open requests finish, and ends after `timeoutMs` at the latest. */
  drain(timeoutMs: number): Promise<void>;
}

const HEADERS_TIMEOUT_MS = 15_000;
const REQUEST_TIMEOUT_MS = 30_000;
const KEEP_ALIVE_TIMEOUT_MS = 65_000;
const CHECK_INTERVAL_MS = 5_000;
/** A request may be on its way on a connection that looks idle: this long it is still answered. */
const LINGER_MS = 500;
const DRAIN_STEP_MS = 20;

interface State {
  phase: "starting" | "serving" | "draining";
  handlers: Handlers | null;
  open: Set<ServerResponse>;
  sockets: Set<Socket>;
}

/** Listens, and throws a plain sentence when a port is taken. Nothing is served before `open`. */
export async function startEntry(options: EntryOptions): Promise<Entry> {
  const state: State = { phase: "starting", handlers: null, open: new Set(), sockets: new Set() };
  const servers: Server[] = [];
  try {
    for (const host of options.hosts) {
      const server = newServer(state, options.rules);
      if (await listen(server, options.port, host, servers.length > 0)) servers.push(server);
    }
  } catch (error) {
    for (const server of servers) server.close();
    throw error;
  }
  return {
    open: (handlers) => {
      state.handlers = handlers;
      state.phase = "serving";
    },
    drain: (timeoutMs) => drain(servers, state, timeoutMs),
  };
}

function newServer(state: State, rules: DoorRules): Server {
  const server = createServer(
    {
      headersTimeout: HEADERS_TIMEOUT_MS,
      requestTimeout: REQUEST_TIMEOUT_MS,
      keepAliveTimeout: KEEP_ALIVE_TIMEOUT_MS,
      connectionsCheckingInterval: CHECK_INTERVAL_MS,
    },
    (request, response) => {
      state.open.add(response);
      response.once("close", () => state.open.delete(response));
      if (state.phase === "draining") response.shouldKeepAlive = false;
      answer(request, response, state, rules).catch((error: unknown) => {
        log().error({ error }, "a request was not answered");
        if (response.headersSent) response.destroy();
        else plain(response, 500, "Something went wrong here. Try again.");
      });
    },
  );
  // Any other Expect than 100-continue is no reason not to answer (RFC 9110 §10.1.1 allows it); Node would send a bare 417.
  server.on("checkExpectation", (request, response) => server.emit("request", request, response));
  server.on("clientError", refuseUnreadable);
  server.on("connection", (socket) => {
    state.sockets.add(socket);
    socket.once("close", () => state.sockets.delete(socket));
  });
  return server;
}

const UNREADABLE = JSON.stringify({
  success: false,
  error: { code: "INVALID_INPUT", message: "The request is not HTTP that can be read, or its headers are too large." },
});

/** What the parser refuses (bad syntax, headers past 16 KiB, too slow) has no request to answer: the envelope all the same. */
function refuseUnreadable(error: NodeJS.ErrnoException, socket: Duplex): void {
  if (error.code === "ECONNRESET" || !socket.writable) return void socket.destroy();
  const head = `HTTP/1.1 400 Bad Request\r\nContent-Type: application/json\r\nContent-Length: ${UNREADABLE.length}`;
  socket.end(`${head}\r\nConnection: close\r\n\r\n${UNREADABLE}`);
}

async function answer(
  request: IncomingMessage,
  response: ServerResponse,
  state: State,
  rules: DoorRules,
): Promise<unknown> {
  const door = doorFor(request, rules);
  if (door.kind === "refused") return plain(response, door.status, door.reason);
  if (door.kind === "healthz") return json(response, 200, { status: "ok" });
  if (state.phase !== "serving" && door.kind === "readyz")
    return json(response, 503, { ready: false, phase: state.phase });
  if (!state.handlers) {
    response.setHeader("Retry-After", "1");
    return plain(response, 503, "Starting.");
  }
  if (door.kind === "readyz") {
    const report = await state.handlers.isReady();
    return json(response, report.ready ? 200 : 503, report);
  }
  return await state.handlers[door.kind](request, response);
}

function plain(response: ServerResponse, status: number, text: string): void {
  response.writeHead(status, { "Content-Type": "text/plain; charset=utf-8", "Cache-Control": "no-store" });
  response.end(`${text}\n`);
}

function json(response: ServerResponse, status: number, body: object): void {
  response.writeHead(status, { "Content-Type": "application/json", "Cache-Control": "no-store" });
  response.end(JSON.stringify(body));
}

/** Whether it listens; false for a further address that this machine does not have. */
function listen(server: Server, port: number, host: string, isFurther: boolean): Promise<boolean> {
  return new Promise((resolve, reject) => {
    server.once("error", (error: NodeJS.ErrnoException) => {
      const { code } = error;
      if (isFurther && (code === "EADDRNOTAVAIL" || code === "EAFNOSUPPORT")) return resolve(false);
      reject(listenError(port, host, error));
    });
    server.listen({ port, host }, () => resolve(true));
  });
}

/** The sentence for an address that cannot be listened on. `variable`: the setting that chooses the port. */
export function listenError(port: number, host: string, error: NodeJS.ErrnoException, variable = "PORT"): Error {
  if (error.code === "EADDRINUSE") {
    return startError(
      `Port ${port} on ${host} is taken by another program. Stop that program, or set ${variable}.`,
      error,
    );
  }
  if (error.code === "EACCES") {
    return startError(`Port ${port} may not be used by this user. Set ${variable} to a port above 1023.`, error);
  }
  return startError(
    `It is not possible to listen on ${host}, port ${port} (${error.code}). Set HOST or ${variable}.`,
    error,
  );
}

async function drain(servers: readonly Server[], state: State, timeoutMs: number): Promise<void> {
  state.phase = "draining";
  const deadline = performance.now() + timeoutMs;
  const lingerUntil = performance.now() + Math.min(LINGER_MS, timeoutMs);
  // Not http.Server's own close(): it ends idle connections at once, and with them a request that is on its way.
  for (const server of servers) NetServer.prototype.close.call(server);
  for (const response of state.open) {
    response.shouldKeepAlive = false;
    // A stream of events has no end of its own; its reader (EventSource) connects again, to the next process.
    if (response.req.headers.accept === "text/event-stream") response.destroy();
  }
  const hasWork = () => state.open.size > 0 || (state.sockets.size > 0 && performance.now() < lingerUntil);
  while (hasWork() && performance.now() < deadline) await sleep(DRAIN_STEP_MS);
  for (const socket of state.sockets) socket.destroy();
}
