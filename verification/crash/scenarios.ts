import type { Stage } from "./stage";
import type { Actor, Way } from "./story";

export type Scenario = {
  name: string;
  /** The simulated fault, chosen by a word in the payment's reference. */
  word?: string;
  /** This many responses to orders arrive after the caller's time-out. */
  keepsAnswers?: number;
  play(actor: Actor): Promise<void>;
  /** Its outcome without a kill. */
  ends(way: Way): readonly string[];
};

const PAID = () => ["completed"];
/** Without the shopper's return no UK payment is submitted. */
const paidWithoutReturn = ({ currency }: Way) => (currency === "GBP" ? ["failed"] : ["completed"]);

async function payAtFirstBank(actor: Actor): Promise<void> {
  await actor.press(0);
  await actor.approve();
  await actor.comeBack();
}

export const SCENARIOS: readonly Scenario[] = [
  { name: "plain", play: payAtFirstBank, ends: PAID },
  { name: "lost", word: "LOST", play: payAtFirstBank, ends: PAID },
  { name: "slow", keepsAnswers: 1, play: payAtFirstBank, ends: PAID },
  { name: "unavailable", word: "DOWN", play: payAtFirstBank, ends: PAID },
  { name: "abandoned", play: (actor) => actor.press(0), ends: () => ["failed", "cancelled"] },
  {
    name: "no return",
    async play(actor) {
      await actor.press(0);
      await actor.approve();
    },
    ends: paidWithoutReturn,
  },
  {
    name: "late",
    async play(actor) {
      await actor.press(0);
      await actor.wait("9 minutes");
      await actor.approve();
      await actor.wait("31 minutes");
      await actor.comeBack();
    },
    ends: paidWithoutReturn,
  },
  {
    name: "twice",
    word: "MESSYPUSH",
    async play(actor) {
      await actor.press(0);
      await payAtFirstBank(actor);
      await actor.comeBack();
    },
    ends: PAID,
  },
  {
    name: "forged",
    word: "FORGED",
    async play(actor) {
      await actor.press(0);
      await actor.lie();
      await actor.wait("10 seconds");
      await actor.approve();
      await actor.comeBack();
      await actor.lie();
    },
    ends: PAID,
  },
  {
    name: "two banks",
    async play(actor) {
      await actor.press(0);
      await actor.press(1);
      await actor.approve();
      await actor.comeBack();
    },
    ends: PAID,
  },
  { name: "refused", word: "NOFUNDS", play: payAtFirstBank, ends: () => ["failed"] },
];

export type WayName = "BG redirect" | "BG decoupled" | "UK jwt";

/** The standards and approval methods of the stories. */
export async function waysOf(stage: Stage): Promise<readonly Way[]> {
  const [novo, bpi] = [await stage.bankOf("PT", "novobanco"), await stage.bankOf("PT", "bpi")];
  const agricola = await stage.bankOf("PT", "credito-agricola");
  const [monzo, starling] = [await stage.bankOf("GB", "monzo"), await stage.bankOf("GB", "starling-bank")];
  return [
    { name: "BG redirect", currency: "EUR", banks: [novo, bpi], decoupled: false },
    { name: "BG decoupled", currency: "EUR", banks: [agricola, novo], decoupled: true },
    { name: "UK jwt", currency: "GBP", banks: [monzo, starling], decoupled: false },
  ] satisfies ReadonlyArray<Way & { name: WayName }>;
}
