import type { IncomingMessage } from "node:http";
import type { SlotCaller } from "./slot-limits";

const KIB = 1024;
const MIB = 1024 * KIB;

/** Bytes of bodies without a slot: of one owner, and of all anonymous or all authenticated callers together. */
export type BodyLimits = { own: number; all: number };

const BODY_LIMITS: BodyLimits = { own: 8 * MIB, all: 64 * MIB };
/** Charged per request that waits for its body, so the limits also bound the number of requests: 512 of one owner. */
const REQUEST_BYTES = 16 * KIB;
/** The most that is buffered of a body that no handler reads: Node's 16 KiB (20.20), and one read of a socket. */
const UNREAD_BYTES = 80 * KIB;

/** Its bytes count until `release`. Until then it may be displaced: it is `refused`, and `wake` is called. */
type IncomingBody = {
  owner: string;
  kind: "anonymous" | "known";
  bytes: number;
  refused: boolean;
  wake: () => void;
};

/** Buffers request bodies before a slot is taken: a slow sender or a queued request uses memory and no slot. */
export class IncomingBodies {
  // In order of arrival.
  readonly #bodies = new Set<IncomingBody>();
  readonly #owners = new Map<string, number>();
  readonly #all = { anonymous: 0, known: 0 };
  readonly #limits: BodyLimits;

  constructor(limits: BodyLimits = BODY_LIMITS) {
    this.#limits = limits;
  }

  /** Bytes of all bodies without a slot. */
  get bytes(): number {
    return this.#all.anonymous + this.#all.known;
  }

  /**
   * Waits until the body is complete, is longer than `maxBytes` (its handler rejects it), is refused (over the limits),
   * or the caller closes the connection. Reads nothing of it. Null: the request has none. A body may take as long as the
   * server's requestTimeout.
   */
  async receive(
    request: IncomingMessage,
    { owner, credential }: SlotCaller,
    maxBytes: number,
  ): Promise<IncomingBody | null> {
    const isChunked = request.headers["transfer-encoding"] !== undefined;
    const length = isChunked ? Number.POSITIVE_INFINITY : Number(request.headers["content-length"] ?? 0);
    if (length === 0) return null;
    const kind = credential === null ? "anonymous" : "known";
    const body: IncomingBody = { owner, kind, bytes: 0, refused: false, wake: () => undefined };
    this.#bodies.add(body);
    // A declared length over the limit is rejected without the body.
    const isRead = maxBytes > 0 && (isChunked || length <= maxBytes);
    if (isRead) await this.#buffer(request, body, maxBytes);
    else this.#grow(body, Math.min(length, UNREAD_BYTES));
    return body;
  }

  /** The request has a slot, or will get none. */
  release(body: IncomingBody): void {
    if (this.#bodies.delete(body)) this.#count(body, -body.bytes);
  }

  async #buffer(request: IncomingMessage, body: IncomingBody, maxBytes: number): Promise<void> {
    // Nothing is read here: a disturbed body cannot become a Request's (fetch standard). It stays in the request's
    // buffer, whose high water mark has no public setter after construction.
    (request as unknown as { _readableState: { highWaterMark: number } })._readableState.highWaterMark = maxBytes + 1;
    // A body sent together with the headers has been parsed by the next tick.
    await new Promise((resolve) => setImmediate(resolve));
    if (!request.complete) {
      const wake = () => body.wake();
      request.on("readable", wake).on("close", wake);
      this.#grow(body, REQUEST_BYTES);
      while (!request.complete && !request.destroyed && !body.refused && request.readableLength <= maxBytes) {
        await new Promise<void>((resolve) => {
          body.wake = resolve;
        });
        this.#grow(body, request.readableLength + REQUEST_BYTES - body.bytes);
      }
      request.off("readable", wake).off("close", wake);
    }
    // From here on the lengths of the queues bound the number of requests.
    this.#grow(body, request.readableLength - body.bytes);
  }

  #grow(body: IncomingBody, bytes: number): void {
    if (!this.#bodies.has(body)) return;
    body.bytes += bytes;
    const own = this.#count(body, bytes);
    if (own > this.#limits.own) {
      this.#refuse(body);
      return;
    }
    // A flood displaces itself: the owner with the most bytes loses its newest bodies, queued or not, until the others fit.
    while (this.#all[body.kind] > this.#limits.all) {
      const alike = [...this.#bodies].filter(({ kind }) => kind === body.kind);
      const most = alike.reduce((a, b) => (this.#bytesOf(b) > this.#bytesOf(a) ? b : a));
      this.#refuse(alike.findLast(({ owner }) => owner === most.owner) ?? most);
    }
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
    this.release(body);
    body.wake();
  }
}
