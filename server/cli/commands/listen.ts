import type { Ctx } from "../../lib/context";
import { FIRST_DEMO_MERCHANT_ID } from "../../lib/demo-rules";
import { env } from "../../lib/env";
import { startError } from "../../lib/start-error";
import { readMerchantsOfCaller } from "../../merchants/read-merchant";
import { runListener } from "../../webhooks/listen/run-listener";
import type { Command, Given } from "../command";
import { asJson, asText, colours } from "./listen-output";

const DEFAULT_NAME = "desk";

export const listenCommand: Command = {
  name: "listen",
  summary: "Forward the events of a merchant's test payments to a local address. Ctrl-C stops it.",
  options: {
    forward: { value: "<url>", description: "The local address, such as http://localhost:4000/hook", required: true },
    merchant: { value: "<uuid>", description: "The merchant; required if there are several, except in the demo" },
    events: { value: "<a,b>", description: "Only these event types, such as payment_request.succeeded" },
    from: {
      value: "<where>",
      description: "now, start, or an event id; default: where this listener stopped, at first now",
    },
    name: {
      value: "<name>",
      description: `The listener, which keeps its position and secret; default: ${DEFAULT_NAME}`,
    },
    print: { value: null, description: "Print each event's body" },
    "stop-on-failure": {
      value: null,
      description: "Stop at the first event that is not accepted, and start with it next time",
    },
  },
  run: async (ctx, given) => {
    const ending = endingOf();
    const merchantId = given.text("merchant") ?? (await onlyMerchant(ctx));
    const forward = given.text("forward") ?? "";
    const name = given.text("name") ?? DEFAULT_NAME;
    const output = { forward, print: given.isSet("print"), colours: colours(process.stdout) };
    const { why } = await runListener(ctx, {
      merchantId,
      name,
      forward,
      eventTypes: given.text("events")?.split(",") ?? [],
      from: given.text("from"),
      stopOnFailure: given.isSet("stop-on-failure"),
      ending,
      onReport: (message) => print(given, JSON.stringify(asJson(message, output)), asText(message, output)),
    });
    if (why === "failure")
      throw startError("Stopped: your server did not accept the event. The next run starts with it.");
    return { json: { kind: "stopped", name }, text: "Stopped. The next run resumes here." };
  },
};

function print(given: Given, json: string, text: string): void {
  process.stdout.write(`${given.isSet("json") ? json : text}\n`);
}

/** Aborts on SIGINT, SIGTERM, and when the reader of standard output is gone. A second Ctrl-C ends the process at once. */
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
  throw startError(`There are several merchants. Choose one with --merchant <uuid>:\n${list}`);
}
