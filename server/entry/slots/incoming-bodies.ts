import type { IncomingMessage } from "node:http";
import type { SlotCaller } from "./slot-limits";

const KIB = 1024;
const MIB = 1024 * KIB;

/** Bytes of incoming bodies: of one owner, and of all anonymous or all authenticated callers together. */
export type BodyLimits = { own: number; all: number };

const BODY_LIMITS: BodyLimits = { own: 8 * MIB, all: 64 * MIB };
/** Charged per request that waits for its body, so the limits also bound the number of requests: 512 of one owner. */
const REQUEST_BYTES = 16 * KIB;

type IncomingBody = { owner: string; kind: "anonymous" | "known"; bytes: number; refused: boolean; wake(): void };

/** Buffers request bodies before a slot is taken: a slow sender uses memory and no slot. */
export class IncomingBodies {
  // In order of arrival.
  readonly #bodies = new Set<IncomingBody>();
  readonly #owners = new Map<string, number>();
  readonly #all = { anonymous: 0, known: 0 };
  readonly #limits: BodyLimits;

  constructor(limits: BodyLimits = BODY_LIMITS) {
    this.#limits = limits;
  }

  /** Bytes of all incoming bodies. */
  get bytes(): number {
    return this.#all.anonymous + this.#all.known;
  }

  /**
   * Waits until the body is complete, is longer than `maxBytes` (its handler rejects it), or the caller closes the
   * connection. Reads nothing of it. False: over the limits. A body may take as long as the server's requestTimeout.
   */
  async receive(request: IncomingMessage, { owner, credential }: SlotCaller, maxBytes: number): Promise<boolean> {
    if (!hasBody(request, maxBytes)) return true;
    // Nothing is read here: a disturbed body cannot become a Request's (fetch standard). It stays in the request's
    // buffer, whose high water mark has no public setter after construction.
    (request as unknown as { _readableState: { highWaterMark: number } })._readableState.highWaterMark = maxBytes + 1;
    // A body sent together with the headers has been parsed by the next tick.
    await new Promise((resolve) => setImmediate(resolve));
    if (request.complete) return true;
    const kind = credential === null ? "anonymous" : "known";
    const body: IncomingBody = { owner, kind, bytes: 0, refused: false, wake: () => undefined };
    const wake = () => body.wake();
    request.on("readable", wake).on("close", wake);
    this.#bodies.add(body);
    this.#grow(body, REQUEST_BYTES);
    while (!request.complete && !request.destroyed && !body.refused && request.readableLength <= maxBytes) {
      await new Promise<void>((resolve) => {
        body.wake = resolve;
      });
      this.#grow(body, request.readableLength + REQUEST_BYTES - body.bytes);
    }
    this.#forget(body);
    request.off("readable", wake).off("close", wake);
    return !body.refused;
  }

  #grow(body: IncomingBody, bytes: number): void {
    if (!this.#bodies.has(body)) return;
    body.bytes += bytes;
    const own = this.#count(body, bytes);
    if (own > this.#limits.own) {
      this.#refuse(body);
      return;
    }
    if (this.#all[body.kind] <= this.#limits.all) return;
    // A flood displaces itself: the owner with the most bytes loses its newest body.
    const alike = [...this.#bodies].filter(({ kind }) => kind === body.kind);
    const most = alike.reduce((a, b) => (this.#bytesOf(b) > this.#bytesOf(a) ? b : a));
    this.#refuse(alike.findLast(({ owner }) => owner === most.owner) ?? body);
  }

  #bytesOf({ owner }: IncomingBody): number {
    return this.#owners.get(owner) ?? 0;
  }

  #count(body: IncomingBody, bytes: number): number {
    const own = this.#bytesOf(body) + bytes;
    if (own > 0) this.#owners.set(body.owner, own);
    else this.#owners.delete(body.owner);
    this.#all[body.kind] += bytes;
    return own;
  }

  #refuse(body: IncomingBody): void {
    body.refused = true;
    this.#forget(body);
    body.wake();
  }

  #forget(body: IncomingBody): void {
    if (this.#bodies.delete(body)) this.#count(body, -body.bytes);
  }
}

/** Whether the handler reads a body. A declared length over the limit is rejected without one. */
function hasBody({ headers }: IncomingMessage, maxBytes: number): boolean {
  const length = Number(headers["content-length"] ?? 0);
  return maxBytes > 0 && length <= maxBytes && (length > 0 || headers["transfer-encoding"] !== undefined);
}
