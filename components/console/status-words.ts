import type { GlyphName } from "./icons";
import type { Tone } from "./parts";
import type { Outputs } from "./queries";

export type StatusWords = { tone: Tone; glyph: GlyphName; word: string };

/**
 * How a payment stands, in the Console's words. `initiated`: a bank was chosen and has, or may have, started;
 * `reversedAmount`: what went back of it, in minor units.
 */
export function paymentStatus(payment: {
  status: string;
  initiated: boolean;
  late: boolean;
  reversedAmount?: number | null;
}): StatusWords {
  switch (payment.status) {
    case "completed":
      if (payment.reversedAmount) return { tone: "warn", glyph: "half", word: "Returned" };
      return { tone: "good", glyph: "done", word: payment.late ? "Completed late" : "Completed" };
    case "failed":
      return { tone: "bad", glyph: "fail", word: "Failed" };
    case "cancelled":
      return { tone: "mute", glyph: "stop", word: "Cancelled" };
    case "expired":
      return { tone: "mute", glyph: "late", word: "Expired" };
    default:
      return payment.initiated
        ? { tone: "accent", glyph: "half", word: "At the bank" }
        : { tone: "accent", glyph: "open", word: "Open" };
  }
}

/** How a link stands. */
export function linkStatusWords(status: string): StatusWords {
  switch (status) {
    case "used":
      return { tone: "good", glyph: "done", word: "Paid" };
    case "expired":
      return { tone: "mute", glyph: "late", word: "Expired" };
    case "cancelled":
      return { tone: "mute", glyph: "stop", word: "Cancelled" };
    default:
      return { tone: "accent", glyph: "open", word: "Active" };
  }
}

type Told = Outputs["payments"]["list"]["items"][number]["told"];

/** How far a merchant's servers were told of something; null: there is nothing to tell, or nobody. */
export function toldStatus({ state, delivered, all }: Told): (StatusWords & { title: string }) | null {
  const title = `${delivered} of ${all} taken`;
  switch (state) {
    case "none":
      return null;
    case "delivered":
      return { tone: "mute", glyph: "done", word: "Delivered", title };
    case "retried":
      return { tone: "warn", glyph: "half", word: "Retrying", title };
    case "failed":
      return { tone: "bad", glyph: "fail", word: "Given up", title };
    case "waiting":
      return { tone: "accent", glyph: "open", word: "On its way", title };
  }
}
