// What pages ask for and leave behind: watched from outside for requests and cookies, from inside for everything stored.
import type { BrowserContext } from "@playwright/test";

const LEFT = "left behind: ";

/** Runs in every page and frame of the product's: says what they are about to keep. */
function tellWhatIsKept({ origin, mark }: { origin: string; mark: string }): void {
  if (location.origin !== origin) return;
  const tell = (text: string) => console.info(mark + text);
  const around = (object: object | undefined, name: string, textOf: (self: unknown, given: unknown[]) => string) => {
    const real = object && (Reflect.get(object, name) as ((...given: unknown[]) => unknown) | undefined);
    if (!object || !real) return;
    Reflect.set(object, name, function (this: unknown, ...given: unknown[]) {
      tell(textOf(this, given));
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
      tell(`cookie ${value}`);
      cookie.set?.call(this, value);
    },
  });
}

/** Runs in every page and frame of the product's: whatever could keep something throws as where it is blocked. */
function refuseToKeep(origin: string): void {
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

/** Blocks whatever could keep something, on the pages of one origin. */
export async function blockStorage(context: BrowserContext, origin: string): Promise<void> {
  await context.addInitScript(refuseToKeep, origin);
}

/** What was asked of other origins than the given ones, and what pages of the first of them left behind. */
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
    if (message.text().startsWith(LEFT)) seen.kept.push(message.text().slice(LEFT.length));
  });
  await context.addInitScript(tellWhatIsKept, { origin: own, mark: LEFT });
  return seen;
}
