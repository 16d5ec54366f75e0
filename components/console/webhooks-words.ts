/** What the words about a destination follow from. */
type Destination = {
  name: string | null;
  disabled: boolean;
  state: "healthy" | "failing" | "paused";
  /** When it last took something, of the last 30 days. */
  lastSuccessAt: string | null;
};

/** The news of all destinations: how many there are, and which of them do not take what they are told. */
export function newsOfWebhooks(destinations: readonly Destination[]): string {
  if (destinations.length === 0) {
    return "No destination yet. Payments are told to nobody; their status can be asked for.";
  }
  const named = destinations.filter(({ name }) => name !== null).length;
  const hasDefault = named < destinations.length;
  const parts = [hasDefault ? "the default URL" : null, named > 0 ? counted(named, "endpoint") : null];
  const all = `${capital(parts.filter(Boolean).join(" and "))}.`;
  const enabled = destinations.filter(({ disabled }) => !disabled);
  const failing = enabled.filter(({ state }) => state === "failing").length;
  const paused = enabled.filter(({ state }) => state === "paused").length;
  const disabled = destinations.length - enabled.length;
  const off = disabled > 0 ? ` ${capital(counted(disabled))} ${disabled === 1 ? "is" : "are"} disabled.` : "";
  if (failing + paused === 0)
    return enabled.length === 0 ? `${all}${off}` : `${all}${off} ${healthyWords(enabled, disabled)}`;
  const troubles = [
    failing > 0 ? `${counted(failing)} ${failing === 1 ? "is" : "are"} failing` : null,
    paused > 0 ? `${counted(paused)} ${paused === 1 ? "is" : "are"} paused` : null,
  ];
  const which = failing + paused === 1 ? "it" : "them";
  const kept = `payments that name ${which} are still accepted, and what is to be told waits`;
  return `${all}${off} ${capital(troubles.filter(Boolean).join(", "))}; ${kept}.`;
}

function healthyWords(enabled: readonly Destination[], disabled: number): string {
  if (enabled.every(({ lastSuccessAt }) => lastSuccessAt === null)) return "Nothing was told in the last 30 days.";
  if (enabled.length === 1) return disabled === 0 ? "It takes what it is told." : "The other takes what it is told.";
  return disabled === 0 ? "All take what they are told." : "The others take what they are told.";
}

const SMALL = ["no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve"];

/** `one endpoint`, `13 endpoints`, `two`. */
export function counted(count: number, noun?: string): string {
  const number = SMALL[count] ?? String(count);
  return noun === undefined ? number : `${number} ${noun}${count === 1 ? "" : "s"}`;
}

function capital(text: string): string {
  return text.slice(0, 1).toUpperCase() + text.slice(1);
}

/** `payment_request.succeeded` → `succeeded`, `payment_link.used` → `link used`. */
function eventWord(type: string): string {
  return type.replace(/^payment_request\./, "").replace(/^payment_link\./, "link ");
}

/** Which events a destination hears of; none named is all. `shown`: how many are written out before "and n more". */
export function hearsWords(eventTypes: readonly string[], shown = Number.POSITIVE_INFINITY): string {
  if (eventTypes.length === 0) return "all events";
  const words = eventTypes.map(eventWord);
  const more = words.length - shown;
  return more <= 0 ? words.join(", ") : `${words.slice(0, shown).join(", ")} and ${more} more`;
}

/** Which payments a destination takes. */
export function worksIn(environment: string): string {
  return environment === "Both" ? "Live, test" : environment;
}

/** How much of an address's end is always seen. */
const TAIL_LENGTH = 8;

/** An address without its scheme where that is https, in two: where there is no room, the first one loses its end. */
export function addressParts(url: string): { head: string; tail: string } {
  const text = url.replace(/^https:\/\//i, "");
  return { head: text.slice(0, -TAIL_LENGTH), tail: text.slice(-TAIL_LENGTH) };
}

type Unnamed =
  | { to: "default_url" }
  | { to: "endpoint"; endpoint: { name: string }; marked: boolean }
  | { to: "none"; because: "no_endpoint" | "several" };

/** A sentence with a name in it, which is set apart; null: it has none. */
export type Sentence = { before: string; name: string | null; after: string };

/** Where a payment goes that names no endpoint: one sentence, or two where live and test payments differ. */
export function unnamedWords({ live, test }: { live: Unnamed; test: Unnamed }): Sentence[] {
  if (JSON.stringify(live) === JSON.stringify(test)) return [unnamedSentence("A payment", live)];
  return [unnamedSentence("A live payment", live), unnamedSentence("A test payment", test)];
}

function unnamedSentence(which: string, found: Unnamed): Sentence {
  const begin = `${which} that names no endpoint`;
  if (found.to === "default_url") return { before: `${begin} tells the default URL.`, name: null, after: "" };
  if (found.to === "endpoint") {
    const after = found.marked ? ", the one marked default." : ", the only one that takes it.";
    return { before: `${begin} tells `, name: found.endpoint.name, after };
  }
  const why =
    found.because === "several" ? "several take it and none is marked default" : "there is none that takes it";
  return { before: `${begin} is told to nobody: ${why}, and there is no default URL.`, name: null, after: "" };
}

/** The private networks that the operator opened to this merchant; null: none. */
export function networksWords(networks: readonly string[]): { before: string; networks: string; after: string } | null {
  if (networks.length === 0) return null;
  return {
    before: "The operator lets deliveries of this merchant reach ",
    networks: networks.join(", "),
    after:
      ". Of answers from there only status and time are kept. Every other private address is refused, when it is saved and when we connect.",
  };
}

/** A wait of the schedule: `5 s`, `30 min`, `2 h`. */
export function waitWords(seconds: number): string {
  if (seconds < 60) return `${seconds} s`;
  return seconds < 3600 ? `${Math.round(seconds / 60)} min` : `${Math.round(seconds / 3600)} h`;
}

/** What a wrong URL is told: the reason reads on after the field's name. */
export function urlError(reason: string | undefined): string | undefined {
  return reason === undefined ? undefined : `The address ${reason}.`;
}

/** A secret as one may see it: its last four characters. */
export function hintWords(hint: string | null): string {
  return hint === null ? "a secret that cannot be opened" : `whsec_…${hint}`;
}
