import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import { type AddressInfo, Server as NetServer, type Socket } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { boundOf } from "../lib/bounds";
import { AppError } from "../lib/errors";
import { log } from "../lib/log";
import { type RequestSlot, runWithSlot } from "../lib/request-slot";
import { startError } from "../lib/start-error";
import { callerOf } from "./caller-of";
import { addDefaultHeaders } from "./default-headers";
import { type Door, type DoorRules, doorFor } from "./door";
import { envelope, json, plain, refuseUnreadable } from "./refusals";
import { hostFault } from "./request-checks";
import { type SlotLimits, Slots } from "./slots";

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
  patience?: typeof PATIENCE;
  /** Tests only: others. */
  slots?: SlotLimits;
}

export interface Entry {
  /** The one that it listens on. */
  port: number;
  /** From here on requests are answered; before, all but /healthz get 503. */
  open(handlers: Handlers): void;
  /** Refuses new connections, lets open requests finish, and ends after `timeoutMs` at the latest. */
  drain(timeoutMs: number): Promise<void>;
}

/** How long a caller may take to send its headers, and its whole request. In milliseconds. */
const PATIENCE = { headersTimeout: 15_000, requestTimeout: 30_000, connectionsCheckingInterval: 5_000 };
const KEEP_ALIVE_TIMEOUT_MS = 65_000;
/** A request may be on its way on a connection that looks idle: this long it is still answered. */
const LINGER_MS = 500;
const DRAIN_STEP_MS = 20;

interface State {
  phase: "starting" | "serving" | "draining";
  handlers: Handlers | null;
  open: Set<ServerResponse>;
  sockets: Set<Socket>;
  slots: Slots;
  /** The answer to `/readyz` that is being found out, for all who ask meanwhile: each costs a query. */
  readiness: ReturnType<Handlers["isReady"]> | null;
}

/** Listens, and throws a plain sentence when a port is taken. Nothing is served before `open`. */
export async function startEntry(options: EntryOptions): Promise<Entry> {
  const slots = new Slots(options.slots);
  const state: State = {
    ...{ phase: "starting", handlers: null, readiness: null, slots },
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
  };
}

function newServer(state: State, { rules, isHttps = false, patience = PATIENCE }: EntryOptions): Server {
  const server = createServer(
    {
      ...patience,
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
  server.on("connection", (socket) => {
    state.sockets.add(socket);
    socket.once("close", () => state.sockets.delete(socket));
  });
  return server;
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
  const slot = await takeSlot(request, response, state);
  if (!slot) return refuseBusy(request, response);
  if (await handlers.kept?.(request, response)) return undefined;
  const handle = door.kind === "api" ? handlers.api : handlers.page;
  return await runWithSlot(slot, () => handle(request, response));
}

/** The slot that the request holds until its answer has left, or its caller hangs up; null where it gets none. */
async function takeSlot(
  request: IncomingMessage,
  response: ServerResponse,
  { slots }: State,
): Promise<RequestSlot | null> {
  const gone = new AbortController();
  response.once("close", () => gone.abort());
  const bound = boundOf(request.method ?? "GET", request.url ?? "/");
  const slot = await slots.take(
    {
      caller: callerOf(request),
      class: bound?.atOnce ? { name: bound.name, ...bound.atOnce } : null,
      isWorking: () => request.complete && !response.writableEnded,
    },
    gone.signal,
  );
  // "finish" is earlier than "close": what the caller has still to read takes no work of ours.
  response.once("finish", () => slot?.release());
  response.once("close", () => slot?.release());
  if (response.destroyed) slot?.release();
  return slot;
}

function refuseBusy(request: IncomingMessage, response: ServerResponse): void {
  if (response.destroyed) return;
  const message = "Too many requests of this caller are open or queued. Nothing was processed. Send it again later.";
  response.setHeader("Retry-After", "1");
  if (!request.url?.startsWith("/api/")) plain(response, 503, message);
  else envelope(request, response, new AppError("SERVICE_UNAVAILABLE", { message }));
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
