// Pages of shops, and of strangers, that hold a checkout: any markup with any headers, on origins of their own.
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, type FrameLocator, type Page } from "@playwright/test";
import { baseUrl } from "./shop";

type Headers = Record<string, string>;

/** A server whose pages are what was put there; two origins lead to it, which to a browser are strangers. */
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
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return {
    /** The origin that payments name in their success address, and that may frame them therefore. */
    shop: `http://localhost:${port}`,
    stranger: `http://127.0.0.1:${port}`,
    /** Puts a page there, and returns its path. */
    put(path: string, body: string, headers: Headers = {}): string {
      pages.set(path, { body, headers });
      return path;
    },
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

export type Pages = Awaited<ReturnType<typeof pageServer>>;

const HEAD =
  '<!doctype html><html lang="en"><meta charset="utf-8"><title>A shop</title><link rel="icon" href="data:,">';

/** A shop's page with a place for the checkout; `script` runs after the loader. */
export function shopPage(script: string, body = '<div id="pay"></div>', loader = ""): string {
  const tag = loader || `<script src="${baseUrl}/embed.js"></script>`;
  return `${HEAD}<main><h1>Pay</h1>${body}</main>${tag}<script>${script}</script>`;
}

type Mounting = {
  /** More options, as a script writes them. */
  options?: string;
  /** The expression of an element. */
  element?: string;
  /** Where in `window` the page keeps what it is told. */
  heard?: string;
};

/** The script of a page that mounts a checkout into `#pay`, with the bank in its own window, and keeps it in `window.checkout`. */
export function mountScript(paymentToken: string, mounting: Mounting = {}): string {
  const { options = "{}", element = 'document.getElementById("pay")', heard = "heard" } = mounting;
  return `{
    const kept = (window.${heard} ??= []);
    const note = (name) => (detail) => kept.push([name, detail ?? null]);
    window.checkout = Bankside.mount(${element}, {
      paymentToken: ${JSON.stringify(paymentToken)}, bankWindow: "top", onReady: note("ready"), onChange: note("change"),
      onComplete: note("complete"), onError: note("error"), onClose: note("close"), ...${options} });
    checkout.completed.then(note("completed"));
  }`;
}

type Heard = [name: string, detail: Record<string, unknown> | null];

/** What a page was told, in its order. */
export async function heardBy(page: Page, of = "heard"): Promise<Heard[]> {
  return page.evaluate((name) => (window as unknown as Record<string, Heard[]>)[name] ?? [], of);
}

/** Waits until a page was told of these, in this order, and of nothing else. */
export async function expectHeard(page: Page, names: string[], of = "heard"): Promise<void> {
  await expect.poll(async () => (await heardBy(page, of)).map(([name]) => name)).toEqual(names);
}

/** Waits for the code of a trouble that the page was told of. */
export async function expectTrouble(page: Page, code: string): Promise<void> {
  const codes = async () =>
    (await heardBy(page)).filter(([name]) => name === "error").map(([, error]) => error?.["code"]);
  await expect.poll(codes).toEqual([code]);
}

/** The checkout in a page, wherever in it: shadow roots are looked into. */
export function checkoutIn(page: Page, within = ""): FrameLocator {
  return page.frameLocator(`${within} iframe[src^="${baseUrl}/embed"]`);
}

/** The whole of what the loader says by itself. */
export const LOADER_SAYS = "Pay by bank can’t open here";
