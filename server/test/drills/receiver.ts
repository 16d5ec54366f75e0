import { bundledProgram } from "../program";
import { startChild } from "./child";

/** How a call was answered: in time and well, with a 5xx, by a broken connection, late and then so, or not at all. */
export type Answered = "ok" | "status" | "reset" | "hang" | "held";

/** A call as it arrived. `body`: the raw bytes in base64. `key`: the destination, as its URL names it. */
export type RecordedCall = {
  key: string;
  event: string;
  timestamp: string;
  signature: string | null;
  answered: Answered;
  body: string;
};
export type Recorded = Pick<RecordedCall, "answered">;

export type ReceiverPlan = {
  /** Every call is written there, a line of JSON each (`RecordedCall`); null: calls are only counted. */
  file: string | null;
  /**
   * A share of the calls goes wrong, no more than `mostOfOne` times for one event at one destination. Of those the share
   * `hanging` is left without an answer, and broken off after `hangMs`; the others are a 5xx or broken off at once.
   */
  faults: { share: number; mostOfOne: number; hanging: number; hangMs: number } | null;
  /** Destinations whose calls are taken and left without an answer, until they are let go. */
  holds: readonly string[];
};

/**
 * `taken`: events that were answered well, each once for a destination; `doubled`: how often one of them came again;
 * `seconds`: between the first call and the last.
 */
export type Tally = { calls: number; taken: number; doubled: number; held: number; seconds: number };
export type ReceiverOrder =
  | { kind: "listen"; ports: number }
  | { kind: "plan"; plan: ReceiverPlan; seed: number }
  | { kind: "let go" }
  | { kind: "keys" }
  | { kind: "tally" };
export type ReceiverAnswer = { ports: number[] } | { keys: string[] } | Tally;

const PORTS = 8;

export type Receivers = {
  /** Where the destination of that name is received. */
  urlOf(key: string): string;
  /** Begins anew. */
  plan(plan: Partial<ReceiverPlan>, seed?: number): Promise<void>;
  tally(): Promise<Tally>;
  /** The destinations of all calls, in the order in which they arrived. */
  arrivals(): Promise<string[]>;
  /** Breaks off whatever is held, and holds nothing any more. */
  letGo(): Promise<void>;
  close(): Promise<void>;
};

/** All receivers of a drill, on ports of 127.0.0.1, in a process of their own. */
export async function startReceivers(): Promise<Receivers> {
  const program = await bundledProgram(new URL("./receiver-main.ts", import.meta.url));
  const child = startChild<ReceiverOrder, ReceiverAnswer>(program);
  const listening = await child.ask({ kind: "listen", ports: PORTS });
  const ports = "ports" in listening ? listening.ports : [];
  const places = new Map<string, number>();
  return {
    urlOf(key) {
      const place = places.get(key) ?? places.size;
      places.set(key, place);
      return `http://127.0.0.1:${ports[place % ports.length]}/d/${key}`;
    },
    async plan(plan, seed = 1) {
      await child.ask({ kind: "plan", plan: { file: null, faults: null, holds: [], ...plan }, seed });
    },
    async tally() {
      const answer = await child.ask({ kind: "tally" });
      if (!("taken" in answer)) throw new Error("The receivers did not count.");
      return answer;
    },
    async arrivals() {
      const answer = await child.ask({ kind: "keys" });
      return "keys" in answer ? answer.keys : [];
    },
    async letGo() {
      await child.ask({ kind: "let go" });
    },
    close: child.close,
  };
}
