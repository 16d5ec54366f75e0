import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import { type AddressInfo, Server as NetServer, type Socket } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { AppError } from "../lib/errors";
import { log } from "../lib/log";
import { startError } from "../lib/start-error";
import { type Admission, admit, answerWithSlot } from "./admit";
import { ArrivingBodies, type BodyLimits } from "./arriving-bodies";
import { addDefaultHeaders } from "./default-headers";
import { type Door, type DoorRules, doorFor } from "./door";
import { envelope, json, plain, refuseUnreadable } from "./refusals";
import { hostFault } from "./request-checks";
import type { SlotLimits } from "./slot-limits";
import { Slots } from "./slots";

type Listener = (request: IncomingMessage, response: ServerResponse) => unknown;

/** What the entry hands requests to; they are plugged in when they are ready, the ports are taken before. */
export interface Handlers {
  api: Listener;
  page: Listener;
  /** Answers from memory what is the same for everybody; false: not one of these. */
  kept?(request: IncomingMessage, response: ServerResponse): Promise<boolean>;
  /** Answers `/readyz` while the process serves. */
  isReady(): Promise<object & { ready: boolean }>;
}

export interface EntryOptions {
  /** 0: one that the system picks. */
  port: number;
  /** Addresses to listen on. Those after the first are left out where the machine does not have them. */
  hosts: readonly string[];
  rules: DoorRules;
  /** Whether callers reach this installation by https (BASE_URL): answers then say that nothing else is to be used (HSTS). */
  isHttps?: boolean;
  /** Tests only: less of it. */
  patience?: Partial<typeof PATIENCE>;
  /** Tests only: others. */
  slots?: SlotLimits;
  bodies?: BodyLimits;
}

export interface Entry {
  /** The one that it listens on. */
  port: number;
  /** From here on requests are answered; before, all but /healthz get 503. */
  open(handlers: Handlers): void;
  /** Refuses new connections, lets open requests finish, and ends after `timeoutMs` at the latest. */
  drain(timeoutMs: number): Promise<void>;
  /** Requests that hold a slot, are queued for one, and are not closed yet; and the bytes taken for bodies that arrive. */
  counts(): { held: number; queued: number; open: number; bodyBytes: number };
}

/**
 * How long a caller may take to send its headers, and its whole request, and take nothing of an answer (`stalledMs`); and
 * how long the work for one who hung up keeps its slot (`abandonedMs`): as long as a statement may take. In milliseconds.
 */
const PATIENCE = {
  ...{ headersTimeout: 15_000, requestTimeout: 30_000, connectionsCheckingInterval: 5_000 },
  ...{ stalledMs: 30_000, abandonedMs: 15_000 },
};
const KEEP_ALIVE_TIMEOUT_MS = 65_000;
/** A request may be on its way on a connection that looks idle: this long it is still answered. */
const LINGER_MS = 500;
const DRAIN_STEP_MS = 20;

interface State extends Admission {
  phase: "starting" | "serving" | "draining";
  handlers: Handlers | null;
  open: Set<ServerResponse>;
  sockets: Set<Socket>;
  abandonedMs: number;
  /** The answer to `/readyz` that is being found out, for all who ask meanwhile: each costs a query. */
  readiness: ReturnType<Handlers["isReady"]> | null;
}

/** Listens, and throws a plain sentence when a port is taken. Nothing is served before `open`. */
export async function startEntry(options: EntryOptions): Promise<Entry> {
  const { abandonedMs } = { ...PATIENCE, ...options.patience };
  const state: State = {
    ...{ phase: "starting", handlers: null, readiness: null, abandonedMs },
    ...{ slots: new Slots(options.slots), bodies: new ArrivingBodies(options.bodies) },
    ...{ open: new Set(), sockets: new Set() },
  };
  const servers: Server[] = [];
  let { port } = options;
  try {
    for (const host of options.hosts) {
      const server = newServer(state, options);
      if (!(await listen(server, port, host, servers.length > 0))) continue;
      servers.push(server);
      port = (server.address() as AddressInfo).port;
    }
  } catch (error) {
    for (const server of servers) server.close();
    throw error;
  }
  return {
    port,
    open: (handlers) => {
      state.handlers = handlers;
      state.phase = "serving";
    },
    drain: (timeoutMs) => drain(servers, state, timeoutMs),
    counts: () => ({ ...state.slots.counts, open: state.open.size, bodyBytes: state.bodies.bytes }),
  };
}

function newServer(state: State, { rules, isHttps = false, patience }: EntryOptions): Server {
  const { stalledMs, ...timeouts } = { ...PATIENCE, ...patience };
  const server = createServer(
    {
      ...timeouts,
      keepAliveTimeout: KEEP_ALIVE_TIMEOUT_MS,
      // Node would answer its absence without a body; the doors do it in their own words.
      requireHostHeader: false,
    },
    (request, response) => {
      state.open.add(response);
      response.once("close", () => state.open.delete(response));
      if (state.phase === "draining") response.shouldKeepAlive = false;
      addDefaultHeaders(response, { isHttps });
      const door = doorFor(request, rules);
      answer(request, response, state, door).catch((error: unknown) => {
        log().error({ error }, "a request was not answered");
        if (response.headersSent) response.destroy();
        else if (door.kind === "api") envelope(request, response, new AppError("INTERNAL_SERVER_ERROR"));
        else plain(response, 500, "Something went wrong here. Try again.");
      });
    },
  );
  // Any other Expect than 100-continue is no reason not to answer (RFC 9110 §10.1.1 allows it); Node would send a bare 417.
  server.on("checkExpectation", (request, response) => server.emit("request", request, response));
  server.on("clientError", (error, socket) => refuseUnreadable(error, socket, state.open));
  // To whom this is a proxy: Node would close the connection without a word.
  server.on("connect", (_request, socket) => refuseUnreadable(new Error("CONNECT"), socket, state.open));
  server.timeout = stalledMs;
  server.on("timeout", (socket) => {
    // Also a connection is silent whose answer takes long to make: it waits for us.
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
 * Node closes only the response that holds the socket. Those of a pipeline that wait behind it would get neither "finish" nor
 * "close": their work would never be aborted, and they would count as open for good.
 */
function closeQueued(socket: Socket, open: ReadonlySet<ServerResponse>): void {
  const queued = [...open].filter((response) => response.req.socket === socket && response.socket === null);
  // As Node does for the one (20.20, _http_server.js, onServerResponseClose).
  for (const response of queued) Object.assign(response, { destroyed: true, _closed: true }).emit("close");
}

async function answer(request: IncomingMessage, response: ServerResponse, state: State, door: Door): Promise<unknown> {
  const fault = hostFault(request);
  if (fault !== null) {
    if (door.kind !== "api") return plain(response, 400, fault);
    return envelope(request, response, new AppError("INVALID_INPUT", { message: fault }));
  }
  if (door.kind === "refused") return plain(response, door.status, door.reason);
  if (door.kind === "healthz") return json(response, 200, { status: "ok" });
  if (state.phase !== "serving" && door.kind === "readyz")
    return json(response, 503, { ready: false, phase: state.phase });
  const { handlers } = state;
  if (!handlers && door.kind === "api") return envelope(request, response, new AppError("SERVICE_UNAVAILABLE"));
  if (!handlers) {
    response.setHeader("Retry-After", "1");
    return plain(response, 503, "Starting.");
  }
  if (door.kind === "readyz") {
    state.readiness ??= handlers.isReady().finally(() => (state.readiness = null));
    const report = await state.readiness;
    return json(response, report.ready ? 200 : 503, report);
  }
  const slot = await admit(request, response, state);
  if (!slot) return undefined;
  const handle = door.kind === "api" ? handlers.api : handlers.page;
  const work = async () => (await handlers.kept?.(request, response)) || handle(request, response);
  return await answerWithSlot(slot, response, work, state.abandonedMs);
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
  for (const response of state.open) response.shouldKeepAlive = false;
  const hasWork = () => state.open.size > 0 || (state.sockets.size > 0 && performance.now() < lingerUntil);
  while (hasWork() && performance.now() < deadline) {
    endStreams(state);
    await sleep(DRAIN_STEP_MS);
  }
  for (const socket of state.sockets) socket.destroy();
}

/**
 * A stream of events has no end of its own; its reader (EventSource) connects again, to the next process, or by a connection
 * that is still open here: then it is ended once more.
 */
function endStreams({ open }: State): void {
  for (const response of open) if (response.req.headers.accept === "text/event-stream") response.destroy();
}
