import { EventEmitter } from "node:events";
import { SLOT_LIMITS } from "../entry/slots/slot-limits";
import { Slots } from "../entry/slots/slots";
import { runWithSlot } from "../lib/request-slot";

/** A request of one merchant that has its slot. `held`: the slots held now, 1 or 0. */
export async function requestWithSlot() {
  const slots = new Slots(SLOT_LIMITS);
  const caller = { owner: "merchant:a", credential: "a" };
  const slot = await slots.take({ caller, class: null }, new EventEmitter());
  if (!slot) throw new Error("no slot");
  return {
    run: <T>(work: () => T): T => runWithSlot(slot, work),
    held: () => slots.counts.held,
  };
}
