import type { Failure } from "../../server/connectors/port";

export type CallStep = {
  kind: "call";
  operation: string;
  attemptId: string;
  timeoutS: number;
  /** The bank has the key already, so it does not refuse the order itself. */
  isKnown: () => boolean;
  send: () => void;
};

/** The points at which a process can be overtaken or killed: between two commits, while waiting, or in a call. */
export type Step = { kind: "pause" } | { kind: "wait"; until: () => boolean } | CallStep;

/** A part of the product's code. It is resumed with the failure of its call; null: the answer arrived. */
export type Flow<T = void> = Generator<Step, T, Failure | null>;

export type Process = { name: string; flow: Flow; step: Step; sent: boolean; waitedS: number };
