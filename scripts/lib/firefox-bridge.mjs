#!/usr/bin/env node
// Starts the Firefox named by BRIDGED_FIREFOX and translates between it and Playwright. Distributions ship the extended
// support release, whose WebDriver BiDi is a year older than the commands that Playwright sends at the start of every
// session. With a newer Firefox nothing is translated: only a command that the browser answered with an error is
// rewritten or dropped.
import { spawn } from "node:child_process";
import { randomBytes } from "node:crypto";
import { connect, createServer } from "node:net";

/** Commands at the start of a session that no journey needs: downloads, emulated screens, bodies kept for traces. */
const DISPENSABLE = new Set([
  "browser.setDownloadBehavior",
  "emulation.setLocaleOverride",
  "emulation.setMediaFeaturesOverride",
  "emulation.setScreenOrientationOverride",
  "emulation.setScreenSettingsOverride",
  "network.addDataCollector",
]);
const LAST = 0x80;
const TEXT = 1;
const MASKED = 0x80;
const SIZE_16_BITS = 126;
const SIZE_64_BITS = 127;
const MASK_BYTES = 4;

/** The first whole frame of the received bytes, in the format of RFC 6455 (§5.2); null while part of it is missing. */
function readFrame(bytes) {
  if (bytes.length < 2) return null;
  const short = bytes[1] & ~MASKED;
  const sizeBytes = short === SIZE_16_BITS ? 2 : short === SIZE_64_BITS ? 8 : 0;
  const maskAt = 2 + sizeBytes;
  const bodyAt = maskAt + (bytes[1] & MASKED ? MASK_BYTES : 0);
  if (bytes.length < bodyAt) return null;
  const size = sizeBytes === 0 ? short : Number(sizeBytes === 2 ? bytes.readUInt16BE(2) : bytes.readBigUInt64BE(2));
  const end = bodyAt + size;
  if (bytes.length < end) return null;
  const body = Buffer.from(bytes.subarray(bodyAt, end));
  if (bodyAt > maskAt) applyMask(body, bytes.subarray(maskAt, bodyAt));
  const isText = (bytes[0] & 0x0f) === TEXT;
  return { raw: bytes.subarray(0, end), rest: bytes.subarray(end), text: isText ? body.toString() : null };
}

function applyMask(body, mask) {
  for (let at = 0; at < body.length; at++) body[at] ^= mask[at % MASK_BYTES];
}

/** One text frame with this message; its length is encoded in the fewest bytes possible. */
function frameOf(message, { masked }) {
  const body = Buffer.from(JSON.stringify(message));
  const sizeBytes = body.length < SIZE_16_BITS ? 0 : body.length < 2 ** 16 ? 2 : 8;
  const size = Buffer.alloc(8);
  size.writeBigUInt64BE(BigInt(body.length));
  const short = sizeBytes === 0 ? body.length : sizeBytes === 2 ? SIZE_16_BITS : SIZE_64_BITS;
  const head = Buffer.from([LAST | TEXT, (masked ? MASKED : 0) | short]);
  const mask = randomBytes(masked ? MASK_BYTES : 0);
  if (masked) applyMask(body, mask);
  return Buffer.concat([head, size.subarray(8 - sizeBytes), mask, body]);
}

/** Splits a stream into its handshake and its frames, and sends on the translation of each. */
function relay(send, { handshake, frame }) {
  let held = Buffer.alloc(0);
  let isOpen = false;
  return (chunk) => {
    held = Buffer.concat([held, chunk]);
    if (!isOpen) {
      const end = held.indexOf("\r\n\r\n");
      if (end < 0) return;
      send(Buffer.from(handshake(held.toString("latin1", 0, end + 4)), "latin1"));
      held = held.subarray(end + 4);
      isOpen = true;
    }
    for (let next = readFrame(held); next !== null; next = readFrame(held)) {
      held = next.rest;
      const bytes = frame(next);
      if (bytes) send(bytes);
    }
  };
}

/**
 * Playwright's call of a function in the page, with that function written out. Playwright would pass it to `eval`,
 * which a Content-Security-Policy like ours forbids, and Firefox applies the policy to drivers as well. Null for any
 * other command.
 */
function withoutEval(command) {
  const { functionDeclaration = "", arguments: given = [], target } = command.params ?? {};
  const [, isFunction, , expression] = given;
  if (!functionDeclaration.startsWith("(utilityScript,") || target.sandbox || isFunction?.value !== true) return null;
  const declared = `(utilityScript, ...args) => {
    const global = Object.create(utilityScript.global, { eval: { value: () => (${expression.value}) } });
    return Object.assign(Object.create(utilityScript), { global }).evaluate(...args);
  }`;
  return { ...command, params: { ...command.params, functionDeclaration: declared } };
}

/** Every frame element with its window, in a document and its open shadow trees. */
const FRAMES = `() => {
  const found = [];
  const look = (root) => {
    for (const element of root.querySelectorAll("*")) {
      if (element.localName === "iframe") found.push([element, element.contentWindow]);
      if (element.shadowRoot) look(element.shadowRoot);
    }
  };
  look(document);
  return found;
}`;

/** The query for a frame's element, in the form that an older Firefox supports. */
function framesIn({ id, params }) {
  const target = { context: params.context, sandbox: "bridge" };
  const asked = { functionDeclaration: FRAMES, target, awaitPromise: false, serializationOptions: { maxDomDepth: 0 } };
  return { id, method: "script.callFunction", params: asked };
}

/** The answer to that query, in the form that Playwright expects. */
function elementAmong({ id, result }, context) {
  const pairs = result?.result?.value?.map(({ value }) => value) ?? [];
  const nodes = pairs.filter(([, window]) => window?.value?.context === context).map(([element]) => element);
  return { type: "success", id, result: { nodes } };
}

/** The two ends of one session: Playwright and Firefox. */
function bridge(playwright, port) {
  const firefox = connect(port, "127.0.0.1");
  const asked = new Map();
  const toFirefox = relay((bytes) => firefox.write(bytes), {
    // Firefox refuses connections whose Host is not its own address.
    handshake: (text) => text.replace(/^Host: .*$/im, `Host: 127.0.0.1:${port}`),
    frame: ({ raw, text }) => {
      const command = text === null ? {} : JSON.parse(text);
      if (DISPENSABLE.has(command.method) || command.method === "browsingContext.locateNodes")
        asked.set(command.id, command);
      const declared = withoutEval(command);
      return declared ? frameOf(declared, { masked: true }) : raw;
    },
  });
  const toPlaywright = relay((bytes) => playwright.write(bytes), {
    handshake: (text) => text,
    frame: ({ raw, text }) => {
      const answer = asked.size === 0 || text === null ? {} : JSON.parse(text);
      const command = asked.get(answer.id);
      asked.delete(answer.id);
      if (!command) return raw;
      if (command.again) return frameOf(elementAmong(answer, command.params.locator.value.context), { masked: false });
      if (answer.type !== "error") return raw;
      if (answer.error === "unknown command")
        return frameOf({ type: "success", id: answer.id, result: {} }, { masked: false });
      if (command.params?.locator?.type !== "context") return raw;
      asked.set(answer.id, { ...command, again: true });
      firefox.write(frameOf(framesIn(command), { masked: true }));
      return null;
    },
  });
  playwright.on("data", toFirefox);
  firefox.on("data", toPlaywright);
  for (const [one, other] of [
    [playwright, firefox],
    [firefox, playwright],
  ]) {
    one.on("close", () => other.destroy());
    one.on("error", () => other.destroy());
  }
}

const browser = spawn(process.env.BRIDGED_FIREFOX, process.argv.slice(2), { stdio: ["ignore", "inherit", "pipe"] });
browser.once("error", (error) => {
  process.stderr.write(`${error.message}\n`);
  process.exit(1);
});
browser.once("exit", (code) => process.exit(code ?? 1));
for (const signal of ["SIGINT", "SIGTERM"]) process.on(signal, () => browser.kill(signal));

// Playwright reads Firefox's port from this line: it gets the bridge's port instead.
let buffered = "";
browser.stderr.on("data", (chunk) => {
  buffered += chunk;
  for (let end = buffered.indexOf("\n"); end >= 0; end = buffered.indexOf("\n")) {
    const line = buffered.slice(0, end + 1);
    buffered = buffered.slice(end + 1);
    const port = /WebDriver BiDi listening on ws:\/\/127\.0\.0\.1:(\d+)/.exec(line)?.[1];
    if (port === undefined) {
      process.stderr.write(line);
      continue;
    }
    const server = createServer((socket) => bridge(socket, Number(port)));
    server.listen(0, "127.0.0.1", () => process.stderr.write(line.replace(port, String(server.address().port))));
  }
});
