// Records what pages request and store: requests and cookies from outside, storage APIs from inside the page.
import type { BrowserContext } from "@playwright/test";

const STORED = "stored: ";

/** Runs in every page and frame of the origin: logs each use of a storage API to the console. */
function reportStorage({ origin, mark }: { origin: string; mark: string }): void {
  if (location.origin !== origin) return;
  const report = (text: string) => console.info(mark + text);
  const around = (object: object | undefined, name: string, textOf: (self: unknown, given: unknown[]) => string) => {
    const real = object && (Reflect.get(object, name) as ((...given: unknown[]) => unknown) | undefined);
    if (!object || !real) return;
    Reflect.set(object, name, function (this: unknown, ...given: unknown[]) {
      report(textOf(this, given));
      return real.apply(this, given);
    });
  };
  const storageOf = (self: unknown) => {
    try {
      return self === window.localStorage ? "localStorage" : "sessionStorage";
    } catch {
      return "storage";
    }
  };
  around(window.Storage?.prototype, "setItem", (self, [key]) => `${storageOf(self)} ${key}`);
  around(window.IDBFactory?.prototype, "open", (_self, [name]) => `indexedDB ${name}`);
  around(window.CacheStorage?.prototype, "open", (_self, [name]) => `caches ${name}`);
  around(window.ServiceWorkerContainer?.prototype, "register", (_self, [url]) => `serviceWorker ${url}`);
  const cookie = Object.getOwnPropertyDescriptor(Document.prototype, "cookie");
  if (!cookie) return;
  Object.defineProperty(Document.prototype, "cookie", {
    ...cookie,
    set(this: Document, value: string) {
      report(`cookie ${value}`);
      cookie.set?.call(this, value);
    },
  });
}

/** Runs in every page and frame of the origin: every storage API throws, as in a browser that blocks storage. */
function blockStorageApis(origin: string): void {
  if (location.origin !== origin) return;
  const refuse = () => {
    throw new DOMException("The operation is insecure.", "SecurityError");
  };
  const blocked = { configurable: true, get: refuse, set: refuse };
  for (const name of ["localStorage", "sessionStorage", "indexedDB", "caches", "cookieStore"])
    Object.defineProperty(window, name, blocked);
  Object.defineProperty(Document.prototype, "cookie", blocked);
  Object.defineProperty(Navigator.prototype, "serviceWorker", blocked);
}

/** Blocks every storage API on the pages of one origin. */
export async function blockStorage(context: BrowserContext, origin: string): Promise<void> {
  await context.addInitScript(blockStorageApis, origin);
}

/** Records requests to other origins than the given ones (`foreign`) and what pages of the first one store (`kept`). */
export async function watch(context: BrowserContext, [own = "", ...others]: string[]) {
  const seen = { foreign: [] as string[], kept: [] as string[], requests: 0 };
  const known = new Set([own, ...others]);
  context.on("request", (request) => {
    const { protocol, origin } = new URL(request.url());
    if (protocol === "data:") return;
    seen.requests += 1;
    if (!known.has(origin)) seen.foreign.push(request.url());
  });
  context.on("response", async (response) => {
    const headers = await response.allHeaders().catch(() => response.headers());
    if (headers["set-cookie"] !== undefined) seen.kept.push(`Set-Cookie ${headers["set-cookie"]}`);
  });
  context.on("console", (message) => {
    if (message.text().startsWith(STORED)) seen.kept.push(message.text().slice(STORED.length));
  });
  await context.addInitScript(reportStorage, { origin: own, mark: STORED });
  return seen;
}
