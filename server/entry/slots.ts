import type { RequestSlot } from "../lib/request-slot";
import { SLOT_LIMITS, type SlotCaller, type SlotLimits, type SlotRequest } from "./slot-limits";
import { newActivity, newShare, newUtilization } from "./slot-share";

/** Of callers with a credential, to one of strangers: a crowd of addresses would else be as many turns before each of theirs. */
const KNOWN_TURNS = 3;

type Held = { request: SlotRequest; startedMs: number; paused: boolean; freed: boolean };
type Waiting = { request: SlotRequest; settle(slot: RequestSlot | null): void };
type Owner = { held: Set<Held>; queue: Waiting[] };

/** Slots for requests: each caller has a few, what comes on top is queued, and queues take turns between owners. */
export class Slots {
  // In the order of turns: an owner that was served goes behind the others.
  readonly #owners = new Map<string, Owner>();
  readonly #classes = new Map<string, number>();
  readonly #limits: SlotLimits;
  readonly #activity: ReturnType<typeof newActivity>;
  readonly #share: () => number;
  /** Owners of whose requests one has begun in this turn of the event loop. */
  readonly #begun = new Set<string>();
  #turn: NodeJS.Immediate | null = null;
  #timer: NodeJS.Timeout | null = null;
  #held = 0;
  #strangers = 0;
  #queued = 0;
  /** Turns that callers with a credential have had since a stranger's, up to KNOWN_TURNS. */
  #knownTurns = 0;

  /** `utilization`: the part of the event loop's time that was taken since the last call. */
  constructor(limits: SlotLimits = SLOT_LIMITS, utilization: () => number = newUtilization()) {
    this.#limits = limits;
    this.#share = newShare(limits, utilization);
    this.#activity = newActivity(limits.activeMs);
  }

  /** How many requests hold a slot, and how many are queued. */
  get counts(): { held: number; queued: number } {
    return { held: this.#held, queued: this.#queued };
  }

  /** A slot, at once or by turn; null when the queue is full or the wait was too long. `gone`: the caller hung up. */
  take(request: SlotRequest, gone?: AbortSignal): RequestSlot | Promise<RequestSlot | null> {
    const { owner } = request.caller;
    const { own, all } = this.#limits.queue;
    this.#activity.note(owner);
    const queued = this.#owners.get(owner)?.queue.length ?? 0;
    // A stranger does not take a slot past the queue that is about to be called.
    const isPast = request.caller.credential === null && this.#queued > 0 && this.#turn !== null;
    if (queued === 0 && !isPast && this.#mayStart(request)) return this.#start(request);
    if (queued >= own) return Promise.resolve(null);
    if (this.#queued >= all) {
      const last = this.#lastToGiveWay(request.caller, queued);
      if (!last) return Promise.resolve(null);
      this.#leave(last);
    }
    const slot = this.#enqueue(request, gone);
    // Also where nothing is held: what began in this turn of the loop may have ended, and its end calls no queue.
    this.#endTurnLater();
    return slot;
  }

  /** Who leaves a full house for one more of `caller`: the last of the longest queue, and a stranger before others. */
  #lastToGiveWay({ credential }: SlotCaller, queued: number): Waiting | undefined {
    const stranger = credential === null ? undefined : longestQueue(this.#owners, isStranger)?.at(-1);
    if (stranger) return stranger;
    const longest = longestQueue(this.#owners, () => true);
    return longest && longest.length > queued + 1 ? longest.at(-1) : undefined;
  }

  #mayStart({ caller, class: kind }: SlotRequest): boolean {
    const limits = this.#limits;
    const isUnknown = caller.credential === null;
    if (this.#held >= limits.all || (isUnknown && this.#strangers >= limits.strangers)) return false;
    const own = [...(this.#owners.get(caller.owner)?.held ?? [])].filter((held) => !held.paused);
    if (own.length >= (isUnknown ? limits.address : limits.owner)) return false;
    const ofCredential = own.filter(({ request }) => request.caller.credential === caller.credential).length;
    if (!isUnknown && ofCredential >= limits.credential) return false;
    if (kind && (this.#classes.get(kind.name) ?? 0) >= kind.all) return false;
    if (kind && own.filter(({ request }) => request.class?.name === kind.name).length >= kind.own) return false;
    if (!this.#activity.othersThan(caller.owner)) return true;
    // What is answered at once never adds up to a share, but a hundred of them in one turn of the loop are a long turn.
    if (this.#begun.has(caller.owner)) return false;
    const sinceMs = performance.now() - limits.workMs;
    return own.filter(({ startedMs }) => startedMs > sinceMs).length < this.#share();
  }

  #count({ caller, class: kind }: SlotRequest, by: 1 | -1): void {
    this.#held += by;
    if (caller.credential === null) this.#strangers += by;
    if (kind) this.#classes.set(kind.name, (this.#classes.get(kind.name) ?? 0) + by);
  }

  #start(request: SlotRequest): RequestSlot {
    const held: Held = { request, startedMs: performance.now(), paused: false, freed: false };
    this.#begun.add(request.caller.owner);
    this.#endTurnLater();
    ownerOf(this.#owners, request.caller.owner).held.add(held);
    this.#count(request, 1);
    const release = () => this.#release(held);
    return { owner: request.caller.owner, release, pause: () => this.#pause(held) };
  }

  #release(held: Held): void {
    if (held.freed) return;
    held.freed = true;
    if (!held.paused) this.#count(held.request, -1);
    const { owner } = held.request.caller;
    this.#owners.get(owner)?.held.delete(held);
    forgetIdle(this.#owners, owner);
    this.#endTurnLater();
  }

  #pause(held: Held): (() => void) | null {
    const own = this.#owners.get(held.request.caller.owner)?.held ?? new Set();
    const paused = [...own].filter((other) => other.paused).length;
    if (held.freed || held.paused || paused >= this.#limits.paused) return null;
    held.paused = true;
    this.#count(held.request, -1);
    this.#endTurnLater();
    return () => {
      if (held.freed) return;
      // It does not queue again, even where that makes one more than the limit: its answer is nearly ready.
      held.paused = false;
      this.#count(held.request, 1);
    };
  }

  #endTurnLater(): void {
    this.#turn ??= setImmediate(() => {
      this.#turn = null;
      this.#begun.clear();
      this.#pump();
    });
  }

  /** While both wait, callers with a credential get most turns, and strangers one of four; within each, owners take turns. */
  #pump(): void {
    // A request that may not start does not come to it by others' starts: each is looked at once.
    const blocked = new Set<Waiting>();
    while (this.#queued > 0 && this.#held < this.#limits.all) {
      const isStrangersTurn = this.#knownTurns >= KNOWN_TURNS;
      const next = this.#next(isStrangersTurn, blocked) ?? this.#next(!isStrangersTurn, blocked);
      if (!next) break;
      this.#knownTurns = isStranger(next) ? 0 : Math.min(this.#knownTurns + 1, KNOWN_TURNS);
      this.#serve(next);
    }
    this.#pumpAgainLater();
  }

  #next(ofStrangers: boolean, blocked: Set<Waiting>): Waiting | undefined {
    for (const { queue } of this.#owners.values()) {
      for (const waiting of queue) {
        if (isStranger(waiting) !== ofStrangers || blocked.has(waiting)) continue;
        if (this.#mayStart(waiting.request)) return waiting;
        blocked.add(waiting);
      }
    }
    return undefined;
  }

  #serve(waiting: Waiting): void {
    const { owner: name } = waiting.request.caller;
    const owner = ownerOf(this.#owners, name);
    owner.queue.splice(owner.queue.indexOf(waiting), 1);
    this.#queued -= 1;
    this.#owners.delete(name);
    this.#owners.set(name, owner);
    waiting.settle(this.#start(waiting.request));
  }

  /** What has been worked on for long frees its part of the share by the clock alone. */
  #pumpAgainLater(): void {
    if (this.#queued === 0 || this.#timer) return;
    this.#timer = setTimeout(() => {
      this.#timer = null;
      this.#pump();
    }, this.#limits.workMs).unref();
  }

  #enqueue(request: SlotRequest, gone: AbortSignal | undefined): Promise<RequestSlot | null> {
    return new Promise((resolve) => {
      const hangUp = () => this.#leave(waiting);
      const timer = setTimeout(hangUp, this.#limits.waitMs).unref();
      const settle = (slot: RequestSlot | null) => {
        clearTimeout(timer);
        gone?.removeEventListener("abort", hangUp);
        resolve(slot);
      };
      const waiting: Waiting = { request, settle };
      gone?.addEventListener("abort", hangUp, { once: true });
      ownerOf(this.#owners, request.caller.owner).queue.push(waiting);
      this.#queued += 1;
    });
  }

  #leave(waiting: Waiting): void {
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

const isStranger = ({ request }: Waiting) => request.caller.credential === null;

/** Of the queues of such callers the longest: where it gives way, a flood displaces itself. */
function longestQueue(owners: Map<string, Owner>, isSuch: (first: Waiting) => boolean): Waiting[] | undefined {
  let longest: Waiting[] | undefined;
  for (const { queue } of owners.values())
    if (queue[0] && queue.length > (longest?.length ?? 0) && isSuch(queue[0])) longest = queue;
  return longest;
}
