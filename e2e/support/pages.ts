// Pages that embed a checkout, of shops and of other sites: any markup with any headers, on two origins.
import { createServer } from "node:http";
import { expect, type FrameLocator, type Page, test } from "@playwright/test";
import { onLoopback } from "../../server/test/processes/on-loopback";
import { baseUrl } from "./shop";

type Headers = Record<string, string>;

/** A server for test pages, reached at two origins that are different sites to a browser. */
export async function pageServer() {
  const back = { body: "<!doctype html><title>Back</title>Back in the shop", headers: {} };
  const pages = new Map<string, { body: string; headers: Headers }>([["/ok", back]]);
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? "/", "http://shop");
    const page = pages.get(pathname);
    const type = pathname.endsWith(".js") ? "text/javascript" : "text/html";
    response.writeHead(page ? 200 : 404, { "Content-Type": `${type}; charset=utf-8`, ...page?.headers });
    response.end(page?.body ?? "");
  });
  const { port, origin: stranger, close } = await onLoopback(server);
  return {
    /** The origin of the payments' success address, which may therefore frame the checkout. */
    shop: `http://localhost:${port}`,
    stranger,
    /** Adds a page and returns its path. */
    put(path: string, body: string, headers: Headers = {}): string {
      pages.set(path, { body, headers });
      return path;
    },
    close,
  };
}

export type Pages = Awaited<ReturnType<typeof pageServer>>;

/** The pages of all tests of a file. Registers hooks: call it at the top of the file. */
export function pagesOfThisFile(): Pages {
  const pages = {} as Pages;
  test.beforeAll(async () => void Object.assign(pages, await pageServer()));
  test.afterAll(() => pages.close());
  return pages;
}

const HEAD =
  '<!doctype html><html lang="en"><meta charset="utf-8"><title>A shop</title><link rel="icon" href="data:,">';

/** A shop's page with a container for the checkout; `script` runs after the loader. */
export function shopPage(script: string, body = '<div id="pay"></div>', loader = ""): string {
  const tag = loader || `<script src="${baseUrl}/embed.js"></script>`;
  return `${HEAD}<main><h1>Pay</h1>${body}</main>${tag}<script>${script}</script>`;
}

type Mounting = {
  /** More options, as a script writes them. */
  options?: string;
  /** The expression of an element. */
  element?: string;
  /** The property of `window` that records the callbacks. */
  record?: string;
};

/** The script of a page that mounts a checkout into `#pay`, with the bank in its own window, and keeps it in `window.checkout`. */
export function mountScript(paymentToken: string, mounting: Mounting = {}): string {
  const { options = "{}", element = 'document.getElementById("pay")', record = "callbacks" } = mounting;
  return `{
    const kept = (window.${record} ??= []);
    const note = (name) => (detail) => kept.push([name, detail ?? null]);
    window.checkout = Bankside.mount(${element}, {
      paymentToken: ${JSON.stringify(paymentToken)}, bankWindow: "top", onReady: note("ready"), onChange: note("change"),
      onComplete: note("complete"), onError: note("error"), onClose: note("close"), ...${options} });
    checkout.completed.then(note("completed"));
  }`;
}

type Callback = [name: string, detail: Record<string, unknown> | null];

/** The loader's callbacks that a page recorded, in their order. */
export async function callbacksOf(page: Page, of = "callbacks"): Promise<Callback[]> {
  return page.evaluate((name) => (window as unknown as Record<string, Callback[]>)[name] ?? [], of);
}

/** Waits until a page has recorded exactly these callbacks, in this order. */
export async function expectCallbacks(page: Page, names: string[], of = "callbacks"): Promise<void> {
  await expect.poll(async () => (await callbacksOf(page, of)).map(([name]) => name)).toEqual(names);
}

/** Waits until the only `error` callback has this code. */
export async function expectError(page: Page, code: string): Promise<void> {
  const codes = async () =>
    (await callbacksOf(page)).filter(([name]) => name === "error").map(([, error]) => error?.["code"]);
  await expect.poll(codes).toEqual([code]);
}

/** The checkout's frame in a page, also inside a shadow root. */
export function checkoutIn(page: Page, within = ""): FrameLocator {
  return page.frameLocator(`${within} iframe[src^="${baseUrl}/embed"]`);
}

/** The loader's only own text. */
export const LOADER_MESSAGE = "Pay by bank can’t load right now";
