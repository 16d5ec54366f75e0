// Drives a browser by W3C WebDriver, for engines that Playwright cannot start as distributions ship them.
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import type { Readable } from "node:stream";
import { expect } from "@playwright/test";
import { freePorts } from "../../server/test/processes/free-ports";
import { LIMIT_FACTOR } from "../../verification/limits";

const STARTED_WITHIN_MS = 30_000 * LIMIT_FACTOR;
const FOUND_WITHIN_MS = 15_000 * LIMIT_FACTOR;
/** The key of an element's reference (WebDriver §12). */
const ELEMENT = "element-6066-11e4-a52e-4f735466cecf";

/** Higher than any page: the driver does not scroll inside a frame of another origin. */
const SCREEN = { width: 1280, height: 2400 };

type Answer = { value: unknown };
type Element = { [ELEMENT]: string };

/** The display of this process; without one, starts Xvfb and returns the display that it chose. */
async function screen(children: ChildProcess[]): Promise<string> {
  const { DISPLAY } = process.env;
  if (DISPLAY) return DISPLAY;
  const args = ["-displayfd", "3", "-screen", "0", `${SCREEN.width}x${SCREEN.height}x24`, "-nolisten", "tcp"];
  const xvfb = spawn("Xvfb", args, { stdio: ["ignore", "ignore", "ignore", "pipe"] });
  children.push(xvfb);
  const [display] = (await once(xvfb.stdio[3] as Readable, "data")) as [Buffer];
  return `:${String(display).trim()}`;
}

type Call = (method: "GET" | "POST" | "DELETE", path: string, body?: object) => Promise<unknown>;

/** Actions on elements of the open page, each repeated until it succeeds, because the page may still be loading. */
function elements(call: Call) {
  async function repeated<T>(work: () => Promise<T>): Promise<T> {
    let value: T | undefined;
    await expect(async () => {
      value = await work();
    }).toPass({ timeout: FOUND_WITHIN_MS });
    return value as T;
  }

  /** The first element that an XPath finds. */
  async function find(xpath: string): Promise<string> {
    return ((await call("POST", "/element", { using: "xpath", value: xpath })) as Element)[ELEMENT];
  }

  return {
    act: (xpath: string, action: string, body: object) =>
      repeated(async () => call("POST", `/element/${await find(xpath)}/${action}`, body)),
    read: (xpath: string, what: string) => repeated(async () => call("GET", `/element/${await find(xpath)}/${what}`)),
  };
}

export type WebDriver = Awaited<ReturnType<typeof startWebDriver>>;

/** Starts a driver and a browser session. `close` ends both. */
export async function startWebDriver(program: string) {
  const children: ChildProcess[] = [];
  const [port = 0] = await freePorts(1);
  const env = { ...process.env, DISPLAY: await screen(children), LIBGL_ALWAYS_SOFTWARE: "1" };
  children.push(spawn(program, ["--host=127.0.0.1", `--port=${port}`], { stdio: "ignore", env }));
  let session = "";

  async function call(method: "GET" | "POST" | "DELETE", path: string, body?: object): Promise<unknown> {
    const init = { method, ...(body && { body: JSON.stringify(body) }) };
    const answer = await fetch(`http://127.0.0.1:${port}/session${session}${path}`, init);
    const { value } = (await answer.json()) as Answer;
    if (!answer.ok) throw new Error(`${method} ${path}: ${JSON.stringify(value)}`);
    return value;
  }

  const { act, read } = elements(call);

  async function close(): Promise<void> {
    if (session) await call("DELETE", "").catch(() => undefined);
    for (const child of children.reverse()) child.kill();
  }

  try {
    await expect(async () => {
      const { sessionId } = (await call("POST", "", { capabilities: {} })) as { sessionId: string };
      session = `/${sessionId}`;
      await call("POST", "/window/rect", { x: 0, y: 0, ...SCREEN });
    }).toPass({ timeout: STARTED_WITHIN_MS });
  } catch (error) {
    await close();
    throw error;
  }

  return {
    close,
    goTo: (url: string) => call("POST", "/url", { url }),
    url: async () => String(await call("GET", "/url")),
    /** Clicks an element, waiting until it is visible and not covered. */
    click: (xpath: string) => act(xpath, "click", {}),
    type: (xpath: string, text: string) => act(xpath, "value", { text }),
    text: async (xpath: string) => String(await read(xpath, "text")),
    attribute: (xpath: string, name: string) => read(xpath, `attribute/${name}`),
    /** Runs a script in the page and returns its result; an element is returned as its reference. */
    run: (script: string) => call("POST", "/execute/sync", { script, args: [] }),
    /** Enters the frame that a script returns, also one in a shadow tree. Null: the top page. */
    enter: async (script: string | null) => {
      if (script === null) return call("POST", "/frame", { id: null });
      let frame: unknown = null;
      await expect(async () => {
        frame = await call("POST", "/execute/sync", { script, args: [] });
        expect(frame).not.toBeNull();
      }).toPass({ timeout: FOUND_WITHIN_MS });
      return call("POST", "/frame", { id: frame });
    },
  };
}
