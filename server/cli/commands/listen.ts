import type { Ctx } from "../../lib/context";
import { FIRST_DEMO_MERCHANT_ID } from "../../lib/demo-rules";
import { env } from "../../lib/env";
import { startError } from "../../lib/start-error";
import { readMerchantsOfCaller } from "../../merchants/read-merchant";
import { runListener } from "../../webhooks/listen/run-listener";
import type { Command, Given } from "../command";
import { asJson, asText, colours } from "./listen-words";

const DEFAULT_NAME = "desk";

export const listenCommand: Command = {
  name: "listen",
  summary: "Send the events of a merchant's test payments to a local address, as they happen; Ctrl-C ends it.",
  options: {
    forward: { value: "<url>", description: "Where to: http://localhost:4000/hook", required: true },
    merchant: { value: "<uuid>", description: "Of this merchant: needed where there are several, outside the demo" },
    events: { value: "<a,b>", description: "Only events of these types: payment_request.succeeded …" },
    from: { value: "<where>", description: "now, start, or an event's id; else where it was (at first: now)" },
    name: { value: "<name>", description: `Whose place and secret: ${DEFAULT_NAME} by default` },
    print: { value: null, description: "Print each event's body, too" },
    "stop-on-failure": { value: null, description: "End where an event is not taken, and begin with it next time" },
  },
  run: async (ctx, given) => {
    const ending = endingOf();
    const merchantId = given.text("merchant") ?? (await onlyMerchant(ctx));
    const forward = given.text("forward") ?? "";
    const name = given.text("name") ?? DEFAULT_NAME;
    const words = { forward, print: given.isSet("print"), colours: colours(process.stdout) };
    const { why } = await runListener(ctx, {
      merchantId,
      name,
      forward,
      eventTypes: given.text("events")?.split(",") ?? [],
      from: given.text("from"),
      stopOnFailure: given.isSet("stop-on-failure"),
      ending,
      tell: (said) => print(given, JSON.stringify(asJson(said, words)), asText(said, words)),
    });
    if (why === "failure") throw startError("Stopped: the event was not taken. The next start begins with it.");
    return { json: { kind: "stopped", name }, text: "Stopped. The next start goes on from here." };
  },
};

function print(given: Given, json: string, text: string): void {
  process.stdout.write(`${given.isSet("json") ? json : text}\n`);
}

/** Ends at Ctrl-C, at a kill that can be caught, and when nobody reads any more. A second Ctrl-C ends at once. */
function endingOf(): AbortSignal {
  const ending = new AbortController();
  for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, () => ending.abort());
  process.stdout.on("error", (error: NodeJS.ErrnoException) => {
    if (error.code !== "EPIPE") throw error;
    ending.abort();
  });
  return ending.signal;
}

/** The demo's first merchant, or the only one that there is. */
async function onlyMerchant(ctx: Ctx): Promise<string> {
  const merchants = await readMerchantsOfCaller(ctx);
  const [first, second] = merchants;
  if (env().demo && merchants.some(({ id }) => id === FIRST_DEMO_MERCHANT_ID)) return FIRST_DEMO_MERCHANT_ID;
  if (!first) throw startError("There is no merchant yet. Create one: merchant create --brand-name <text>");
  if (!second) return first.id;
  const list = merchants.map(({ id, brandName }) => `  ${id}  ${brandName}`).join("\n");
  throw startError(`There are several merchants. Name one by --merchant <uuid>:\n${list}`);
}
