import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import { Server as NetServer, type Socket } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { promisify } from "node:util";
import { boundOf } from "../lib/bounds";
import { AppError } from "../lib/errors";
import { log } from "../lib/log";
import { addDefaultHeaders } from "./default-headers";
import { hostFault } from "./host-fault";
import { type ListenOptions, listenOnAll } from "./listen";
import { envelope, json, plain, refuseUnreadable } from "./refusals";
import { type Route, type RouteRules, routeRequest } from "./route-request";
import { type Admission, admit, answerWithSlot } from "./slots/admit";
import { type BodyLimits, IncomingBodies } from "./slots/incoming-bodies";
import type { SlotLimits } from "./slots/slot-limits";
import { Slots } from "./slots/slots";

type Listener = (request: IncomingMessage, response: ServerResponse) => unknown;

/** The handlers of requests. */
export interface Handlers {
  api: Listener;
  page: Listener;
  /** Serves a cached response; false: the request is not cacheable. */
  cached?(request: IncomingMessage, response: ServerResponse): Promise<boolean>;
  /** The report of `/readyz`. */
  isReady(): Promise<object & { ready: boolean }>;
}

export interface EntryOptions extends ListenOptions {
  rules: RouteRules;
  /** Whether BASE_URL is https: responses then carry HSTS. */
  isHttps?: boolean;
  /** Tests only. */
  patience?: Partial<typeof PATIENCE>;
  /** Tests only. */
  slots?: SlotLimits;
  bodies?: BodyLimits;
}

export interface Entry {
  /** The port that it listens on. */
  port: number;
  /**
   * Answers /readyz with 503 and everything else as before for `delayMs`, so that a balancer removes this process. Then
   * refuses new connections, waits for open requests, and ends within `timeoutMs`.
   */
  drain(timeoutMs: number, delayMs?: number): Promise<void>;
  /** Requests with a slot, in the queue, and open; bytes of bodies without a slot. */
  counts(): { held: number; queued: number; open: number; bodyBytes: number };
}

/**
 * Time limits in milliseconds: for a caller to send its headers and its request, to read nothing of a response
 * (`stalledMs`), and for work to keep its slot after its caller closed the connection (`abandonedMs`, the statement
 * timeout).
 */
const PATIENCE = {
  headersTimeout: 15_000,
  requestTimeout: 30_000,
  connectionsCheckingInterval: 5_000,
  stalledMs: 30_000,
  abandonedMs: 15_000,
};
const KEEP_ALIVE_TIMEOUT_MS = 65_000;
/**
 * A stopping process closes idle connections when none has brought a request for this long: one may be in flight. Every
 * response then closes its connection, so a busy proxy uses them up.
 */
const LINGER_MS = 500;
const DRAIN_STEP_MS = 20;

interface State extends Admission {
  isDraining: boolean;
  handlers: Handlers;
  open: Set<ServerResponse>;
  sockets: Set<Socket>;
  /** By `performance.now()`. */
  lastRequestAt: number;
  abandonedMs: number;
  /** The pending `/readyz` report, shared by concurrent requests: each report costs a query. */
  readiness: ReturnType<Handlers["isReady"]> | null;
}

/**
 * Throws a start error when the port is taken, before any other work. Nothing listens afterwards: a balancer must not
 * choose this process yet.
 */
export async function checkPort(options: EntryOptions): Promise<void> {
  const { servers } = await listenOnAll(options, () => createServer());
  await Promise.all(servers.map((server) => promisify(server.close.bind(server))()));
}

/** Starts listening and serving. Throws a start error when a port is taken. */
export async function startEntry(options: EntryOptions, handlers: Handlers): Promise<Entry> {
  const { abandonedMs } = { ...PATIENCE, ...options.patience };
  const state: State = {
    isDraining: false,
    handlers,
    readiness: null,
    abandonedMs,
    slots: new Slots(options.slots),
    bodies: new IncomingBodies(options.bodies),
    open: new Set(),
    sockets: new Set(),
    lastRequestAt: 0,
  };
  const { port, servers } = await listenOnAll(options, () => newServer(state, options));
  return {
    port,
    drain: (timeoutMs, delayMs = 0) => drain(servers, state, timeoutMs, delayMs),
    counts: () => ({ ...state.slots.counts, open: state.open.size, bodyBytes: state.bodies.bytes }),
  };
}

function newServer(state: State, { rules, isHttps = false, patience }: EntryOptions): Server {
  const { stalledMs, ...timeouts } = { ...PATIENCE, ...patience };
  const server = createServer(
    {
      ...timeouts,
      keepAliveTimeout: KEEP_ALIVE_TIMEOUT_MS,
      // Node would answer a missing Host without a body; `hostFault` checks it instead.
      requireHostHeader: false,
    },
    (request, response) => {
      state.lastRequestAt = performance.now();
      state.open.add(response);
      response.once("close", () => state.open.delete(response));
      if (state.isDraining) response.shouldKeepAlive = false;
      addDefaultHeaders(response, { isHttps });
      const route = routeRequest(request, rules);
      answer(request, response, state, route).catch((error: unknown) => {
        log().error({ error }, "request failed");
        if (response.headersSent) response.destroy();
        else if (route.kind === "api") envelope(request, response, new AppError("INTERNAL_SERVER_ERROR"));
        else plain(response, 500, "Internal server error. Try again.");
      });
    },
  );
  // Ignore other expectations than 100-continue (RFC 9110 §10.1.1 allows it); Node would send a bare 417.
  server.on("checkExpectation", (request, response) => server.emit("request", request, response));
  server.on("clientError", (error, socket) => refuseUnreadable(error, socket, state.open));
  // CONNECT: Node would close the connection without a response.
  server.on("connect", (_request, socket) => refuseUnreadable(new Error("CONNECT"), socket, state.open));
  // Node's default of 2,000 hides further headers from the checks while its parser obeys them: a second Host, or a
  // Transfer-Encoding without a limit of bytes. 16 KiB remain the limit.
  server.maxHeadersCount = 0;
  server.timeout = stalledMs;
  server.on("timeout", (socket) => {
    // A connection that waits for a slow handler is idle too.
    const isOurTurn = [...state.open].some((response) => response.req.socket === socket);
    if (!isOurTurn || socket.writableLength > 0) socket.destroy();
  });
  server.on("connection", (socket) => {
    state.sockets.add(socket);
    socket.once("close", () => {
      state.sockets.delete(socket);
      closeQueued(socket, state.open);
    });
  });
  return server;
}

/**
 * Node closes only the response that holds the socket. Pipelined responses behind it would get neither "finish" nor
 * "close": their work would not be aborted, and they would count as open for ever.
 */
function closeQueued(socket: Socket, open: ReadonlySet<ServerResponse>): void {
  const queued = [...open].filter((response) => response.req.socket === socket && response.socket === null);
  // As Node does for the first one (20.20, _http_server.js, onServerResponseClose).
  for (const response of queued) Object.assign(response, { destroyed: true, _closed: true }).emit("close");
}

async function answer(
  request: IncomingMessage,
  response: ServerResponse,
  state: State,
  route: Route,
): Promise<unknown> {
  const fault = hostFault(request);
  if (fault !== null) {
    if (route.kind !== "api") return plain(response, 400, fault);
    return envelope(request, response, new AppError("INVALID_INPUT", { message: fault }));
  }
  if (route.kind === "refused") return plain(response, route.status, route.reason, route.headers);
  if (route.kind === "healthz") return json(response, 200, { status: "ok" });
  const { handlers } = state;
  if (route.kind === "readyz") {
    if (state.isDraining) return json(response, 503, { ready: false, phase: "draining" });
    state.readiness ??= handlers.isReady().finally(() => (state.readiness = null));
    const report = await state.readiness;
    return json(response, report.ready ? 200 : 503, report);
  }
  const slot = await admit(request, response, state, route.kind);
  if (!slot) return undefined;
  const handle = route.kind === "api" ? handlers.api : handlers.page;
  const work = async () => (await handlers.cached?.(request, response)) || handle(request, response);
  return await answerWithSlot(slot, response, work, state.abandonedMs);
}

async function drain(servers: readonly Server[], state: State, timeoutMs: number, delayMs: number): Promise<void> {
  state.isDraining = true;
  // Without a delay in the same tick: a connection that is accepted in between would be reset.
  if (delayMs > 0) await sleep(delayMs);
  const deadline = performance.now() + timeoutMs;
  state.lastRequestAt = performance.now();
  // http.Server.close() would close idle connections at once, and lose requests in flight.
  for (const server of servers) NetServer.prototype.close.call(server);
  for (const response of state.open) response.shouldKeepAlive = false;
  const hasWork = () =>
    state.open.size > 0 || (state.sockets.size > 0 && performance.now() < state.lastRequestAt + LINGER_MS);
  while (hasWork() && performance.now() < deadline) {
    endStreams(state);
    await sleep(DRAIN_STEP_MS);
  }
  for (const socket of state.sockets) socket.destroy();
}

/**
 * Closes event streams, which have no end, and requests that wait for events. Their callers reconnect, to the next
 * process or over a connection that is still open here; then the new stream is closed too.
 */
function endStreams({ open }: State): void {
  for (const response of open) {
    const { headers, method = "GET", url = "/" } = response.req;
    if (headers.accept === "text/event-stream" || boundOf(method, url)?.kind === "stream") response.destroy();
  }
}
