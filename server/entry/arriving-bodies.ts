import type { IncomingMessage } from "node:http";
import type { SlotCaller } from "./slot-limits";

const KIB = 1024;
const MIB = 1024 * KIB;

/** In bytes: of one owner's bodies that are arriving, and of all together, of strangers and of callers with a credential. */
export type BodyLimits = { own: number; all: number };

const BODY_LIMITS: BodyLimits = { own: 8 * MIB, all: 64 * MIB };
/** What a request takes that waits for its body: so the limits bound their number too, to 512 of one owner. */
const REQUEST_BYTES = 16 * KIB;

type Arriving = { owner: string; kind: "stranger" | "known"; bytes: number; refused: boolean; wake(): void };

/** Bodies on their way. A request gets its slot only when its body is in: who sends slowly takes memory, and no slot. */
export class ArrivingBodies {
  // In the order in which they began.
  readonly #arriving = new Set<Arriving>();
  readonly #owners = new Map<string, number>();
  readonly #all = { stranger: 0, known: 0 };
  readonly #limits: BodyLimits;

  constructor(limits: BodyLimits = BODY_LIMITS) {
    this.#limits = limits;
  }

  /** What all bodies on their way take. */
  get bytes(): number {
    return this.#all.stranger + this.#all.known;
  }

  /**
   * Waits until the body is in, is longer than `maxBytes` (its handler refuses it), or the caller hung up; nothing of it has
   * been read then. False: too much is arriving. A body may take as long as the server's requestTimeout.
   */
  async receive(request: IncomingMessage, { owner, credential }: SlotCaller, maxBytes: number): Promise<boolean> {
    if (!hasBody(request, maxBytes)) return true;
    // Nothing is read here: a body that was read from cannot become a Request's (fetch standard, "disturbed"). It stays in
    // the request's own buffer, which Node makes no larger after the request was made by anything public.
    (request as unknown as { _readableState: { highWaterMark: number } })._readableState.highWaterMark = maxBytes + 1;
    // By then, what came together with the headers has been parsed: most bodies are in.
    await new Promise((resolve) => setImmediate(resolve));
    if (request.complete) return true;
    const kind = credential === null ? "stranger" : "known";
    const body: Arriving = { owner, kind, bytes: 0, refused: false, wake: () => undefined };
    const wake = () => body.wake();
    request.on("readable", wake).on("close", wake);
    this.#arriving.add(body);
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

  #grow(body: Arriving, bytes: number): void {
    if (!this.#arriving.has(body)) return;
    body.bytes += bytes;
    const own = this.#count(body, bytes);
    if (own > this.#limits.own) {
      this.#refuse(body);
      return;
    }
    if (this.#all[body.kind] <= this.#limits.all) return;
    // A flood displaces itself: who has the most loses the newest.
    const alike = [...this.#arriving].filter(({ kind }) => kind === body.kind);
    const most = alike.reduce((a, b) => (this.#bytesOf(b) > this.#bytesOf(a) ? b : a));
    this.#refuse(alike.findLast(({ owner }) => owner === most.owner) ?? body);
  }

  #bytesOf({ owner }: Arriving): number {
    return this.#owners.get(owner) ?? 0;
  }

  #count(body: Arriving, bytes: number): number {
    const own = this.#bytesOf(body) + bytes;
    if (own > 0) this.#owners.set(body.owner, own);
    else this.#owners.delete(body.owner);
    this.#all[body.kind] += bytes;
    return own;
  }

  #refuse(body: Arriving): void {
    body.refused = true;
    this.#forget(body);
    body.wake();
  }

  #forget(body: Arriving): void {
    if (this.#arriving.delete(body)) this.#count(body, -body.bytes);
  }
}

/** Whether its handler would read a body: one that is longer than it may be is refused by its length alone. */
function hasBody({ headers }: IncomingMessage, maxBytes: number): boolean {
  const length = Number(headers["content-length"] ?? 0);
  return maxBytes > 0 && length <= maxBytes && (length > 0 || headers["transfer-encoding"] !== undefined);
}
