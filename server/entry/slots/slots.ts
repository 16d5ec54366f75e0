import type { EventEmitter } from "node:events";
import type { RequestSlot } from "../../lib/request-slot";
import { SLOT_LIMITS, type SlotCaller, type SlotLimits, type SlotRequest } from "./slot-limits";
import { newActivity, newShare, newUtilization } from "./slot-share";

/**
 * Authenticated requests started for each anonymous one while both are queued. Without it, many addresses delay every
 * authenticated caller.
 */
const AUTHENTICATED_TURNS = 3;

type HeldSlot = { request: SlotRequest; startedMs: number; paused: boolean; freed: boolean };
type QueuedRequest = { request: SlotRequest; settle(slot: RequestSlot | null): void };
type Owner = { held: Set<HeldSlot>; queue: QueuedRequest[] };

/**
 * Concurrency limits of requests. Each caller has a number of slots; further requests are queued, and owners are served
 * in turn.
 */
export class Slots {
  // In serving order: a served owner moves to the end.
  readonly #owners = new Map<string, Owner>();
  readonly #classes = new Map<string, number>();
  readonly #limits: SlotLimits;
  readonly #activity: ReturnType<typeof newActivity>;
  readonly #share: () => number;
  /** Owners with a request started in this tick of the event loop. */
  readonly #startedThisTick = new Set<string>();
  #turn: NodeJS.Immediate | null = null;
  #timer: NodeJS.Timeout | null = null;
  #held = 0;
  #anonymous = 0;
  #queued = 0;
  /** Authenticated requests started since the last anonymous one, up to AUTHENTICATED_TURNS. */
  #authenticatedTurns = 0;

  /** `utilization`: event loop utilisation since the last call, 0 to 1. */
  constructor(limits: SlotLimits = SLOT_LIMITS, utilization: () => number = newUtilization()) {
    this.#limits = limits;
    this.#share = newShare(limits, utilization);
    this.#activity = newActivity(limits.activeMs);
  }

  /** How many requests hold a slot, and how many are queued. */
  get counts(): { held: number; queued: number } {
    return { held: this.#held, queued: this.#queued };
  }

  /**
   * A slot, at once or from the queue; null when the queue is full or the wait exceeds `waitMs`. `response` emits "close"
   * when the caller closes the connection.
   */
  take(request: SlotRequest, response: EventEmitter): RequestSlot | Promise<RequestSlot | null> {
    const { owner } = request.caller;
    const { own, all } = this.#limits.queue;
    this.#activity.note(owner);
    const queued = this.#owners.get(owner)?.queue.length ?? 0;
    // An anonymous request does not overtake a queue that is dispatched in the next tick.
    const isPast = request.caller.credential === null && this.#queued > 0 && this.#turn !== null;
    if (queued === 0 && !isPast && this.#canStart(request)) return this.#start(request);
    if (queued >= own) return Promise.resolve(null);
    if (this.#queued >= all) {
      const last = this.#requestToDisplace(request.caller, queued);
      if (!last) return Promise.resolve(null);
      this.#leave(last);
    }
    const slot = this.#enqueue(request, response);
    // Needed even without held slots: requests of this tick may have ended without a dispatch.
    this.#dispatchNextTick();
    return slot;
  }

  /**
   * The request that a full queue drops for one of `caller`: the newest of the longest queue, anonymous queues first.
   */
  #requestToDisplace({ credential }: SlotCaller, queued: number): QueuedRequest | undefined {
    const anonymous = credential === null ? undefined : longestQueue(this.#owners, isAnonymous)?.at(-1);
    if (anonymous) return anonymous;
    const longest = longestQueue(this.#owners, () => true);
    return longest && longest.length > queued + 1 ? longest.at(-1) : undefined;
  }

  #canStart({ caller, class: kind }: SlotRequest): boolean {
    const limits = this.#limits;
    const isAnonymousCaller = caller.credential === null;
    if (this.#held >= limits.all || (isAnonymousCaller && this.#anonymous >= limits.anonymous)) return false;
    const own = [...(this.#owners.get(caller.owner)?.held ?? [])].filter((held) => !held.paused);
    if (own.length >= (isAnonymousCaller ? limits.address : limits.owner)) return false;
    const ofCredential = own.filter(({ request }) => request.caller.credential === caller.credential).length;
    if (!isAnonymousCaller && ofCredential >= limits.credential) return false;
    if (kind && (this.#classes.get(kind.name) ?? 0) >= kind.all) return false;
    if (kind && own.filter(({ request }) => request.class?.name === kind.name).length >= kind.own) return false;
    if (!this.#activity.othersThan(caller.owner)) return true;
    // Requests answered within the tick never count towards the share, but 100 of them in one tick block the event
    // loop.
    if (this.#startedThisTick.has(caller.owner)) return false;
    const sinceMs = performance.now() - limits.workMs;
    return own.filter(({ startedMs }) => startedMs > sinceMs).length < this.#share();
  }

  #count({ caller, class: kind }: SlotRequest, by: 1 | -1): void {
    this.#held += by;
    if (caller.credential === null) this.#anonymous += by;
    if (kind) this.#classes.set(kind.name, (this.#classes.get(kind.name) ?? 0) + by);
  }

  #start(request: SlotRequest): RequestSlot {
    const held: HeldSlot = { request, startedMs: performance.now(), paused: false, freed: false };
    this.#startedThisTick.add(request.caller.owner);
    this.#dispatchNextTick();
    ownerOf(this.#owners, request.caller.owner).held.add(held);
    this.#count(request, 1);
    const release = () => this.#release(held);
    return { owner: request.caller.owner, release, pause: () => this.#pause(held) };
  }

  #release(held: HeldSlot): void {
    if (held.freed) return;
    held.freed = true;
    if (!held.paused) this.#count(held.request, -1);
    const { owner } = held.request.caller;
    this.#owners.get(owner)?.held.delete(held);
    forgetIdle(this.#owners, owner);
    this.#dispatchNextTick();
  }

  #pause(held: HeldSlot): (() => void) | null {
    const own = this.#owners.get(held.request.caller.owner)?.held ?? new Set();
    const paused = [...own].filter((other) => other.paused).length;
    if (held.freed || held.paused || paused >= this.#limits.paused) return null;
    held.paused = true;
    this.#count(held.request, -1);
    this.#dispatchNextTick();
    return () => {
      if (held.freed) return;
      // Not queued again, even if that exceeds the limit by one: the response is nearly complete.
      held.paused = false;
      this.#count(held.request, 1);
    };
  }

  #dispatchNextTick(): void {
    this.#turn ??= setImmediate(() => {
      this.#turn = null;
      this.#startedThisTick.clear();
      this.#dispatch();
    });
  }

  /**
   * While both are queued, three authenticated requests start for each anonymous one. Within each group, owners take
   * turns.
   */
  #dispatch(): void {
    // A start never unblocks another request, so each is checked once.
    const blocked = new Set<QueuedRequest>();
    while (this.#queued > 0 && this.#held < this.#limits.all) {
      const isAnonymousTurn = this.#authenticatedTurns >= AUTHENTICATED_TURNS;
      const next = this.#next(isAnonymousTurn, blocked) ?? this.#next(!isAnonymousTurn, blocked);
      if (!next) break;
      this.#authenticatedTurns = isAnonymous(next) ? 0 : Math.min(this.#authenticatedTurns + 1, AUTHENTICATED_TURNS);
      this.#serve(next);
    }
    this.#dispatchLater();
  }

  #next(ofAnonymous: boolean, blocked: Set<QueuedRequest>): QueuedRequest | undefined {
    for (const { queue } of this.#owners.values()) {
      for (const waiting of queue) {
        if (isAnonymous(waiting) !== ofAnonymous || blocked.has(waiting)) continue;
        if (this.#canStart(waiting.request)) return waiting;
        blocked.add(waiting);
      }
    }
    return undefined;
  }

  #serve(waiting: QueuedRequest): void {
    const { owner: name } = waiting.request.caller;
    const owner = ownerOf(this.#owners, name);
    owner.queue.splice(owner.queue.indexOf(waiting), 1);
    this.#queued -= 1;
    this.#owners.delete(name);
    this.#owners.set(name, owner);
    waiting.settle(this.#start(waiting.request));
  }

  /** Long requests leave the share after `workMs`, without an event: dispatch again by timer. */
  #dispatchLater(): void {
    if (this.#queued === 0 || this.#timer) return;
    this.#timer = setTimeout(() => {
      this.#timer = null;
      this.#dispatch();
    }, this.#limits.workMs).unref();
  }

  #enqueue(request: SlotRequest, response: EventEmitter): Promise<RequestSlot | null> {
    return new Promise((resolve) => {
      const hangUp = () => this.#leave(waiting);
      const timer = setTimeout(hangUp, this.#limits.waitMs).unref();
      const settle = (slot: RequestSlot | null) => {
        clearTimeout(timer);
        response.off("close", hangUp);
        resolve(slot);
      };
      const waiting: QueuedRequest = { request, settle };
      response.once("close", hangUp);
      request.onQueued?.(hangUp);
      ownerOf(this.#owners, request.caller.owner).queue.push(waiting);
      this.#queued += 1;
    });
  }

  #leave(waiting: QueuedRequest): void {
    const { owner } = waiting.request.caller;
    const queue = this.#owners.get(owner)?.queue ?? [];
    const index = queue.indexOf(waiting);
    if (index === -1) return;
    queue.splice(index, 1);
    this.#queued -= 1;
    forgetIdle(this.#owners, owner);
    waiting.settle(null);
  }
}

function ownerOf(owners: Map<string, Owner>, name: string): Owner {
  const owner = owners.get(name) ?? { held: new Set(), queue: [] };
  owners.set(name, owner);
  return owner;
}

function forgetIdle(owners: Map<string, Owner>, name: string): void {
  const owner = owners.get(name);
  if (owner && owner.held.size === 0 && owner.queue.length === 0) owners.delete(name);
}

const isAnonymous = ({ request }: QueuedRequest) => request.caller.credential === null;

/** The longest queue of matching callers. Dropping from it makes a flood displace itself. */
function longestQueue(
  owners: Map<string, Owner>,
  isSuch: (first: QueuedRequest) => boolean,
): QueuedRequest[] | undefined {
  let longest: QueuedRequest[] | undefined;
  for (const { queue } of owners.values())
    if (queue[0] && queue.length > (longest?.length ?? 0) && isSuch(queue[0])) longest = queue;
  return longest;
}
