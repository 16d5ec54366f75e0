import { bundledProgram } from "../../../server/test/processes/program";
import { startChild } from "../child";

/** The answer to a call: 2xx in time, a 5xx, a broken connection, a late break, or none until the release. */
export type Answered = "ok" | "status" | "reset" | "hang" | "held";

/** A recorded call. `body`: the raw bytes in base64. `key`: the endpoint, as its URL names it. */
export type RecordedCall = {
  key: string;
  event: string;
  timestamp: string;
  signature: string | null;
  answered: Answered;
  body: string;
};

export type ReceiverPlan = {
  /** Every call is written there, as a line of JSON (`RecordedCall`); null: calls are only counted. */
  file: string | null;
  /**
   * The share of failing calls, at most `mostOfOne` for one event at one endpoint. Of these, the share `hanging` gets
   * no answer and is closed after `hangMs`; the others get a 5xx or are closed at once.
   */
  faults: { share: number; mostOfOne: number; hanging: number; hangMs: number } | null;
  /** Endpoints whose calls are accepted but not answered until the release. */
  holds: readonly string[];
};

/**
 * `taken`: events that got a 2xx, each once per endpoint; `doubled`: the number of duplicates; `seconds`: from the
 * first call to the last.
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
  /** The receiver's URL of that endpoint. */
  urlOf(key: string): string;
  /** Resets the records. */
  plan(plan: Partial<ReceiverPlan>, seed?: number): Promise<void>;
  tally(): Promise<Tally>;
  /** The endpoints of all calls, in the order of arrival. */
  arrivals(): Promise<string[]>;
  /** Closes all held calls, and holds no further ones. */
  letGo(): Promise<void>;
  close(): Promise<void>;
};

/** All receivers of a drill, on ports of 127.0.0.1, in a separate process. */
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
