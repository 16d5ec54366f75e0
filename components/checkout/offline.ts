// The service worker of the hosted pages: shows the offline page instead of the browser's own. It stores that page and
// nothing with a token.

type Waiting = Event & { waitUntil(work: Promise<unknown>): void };
type Fetched = Event & {
  readonly request: Request;
  readonly preloadResponse: Promise<Response | undefined>;
  respondWith(response: Promise<Response>): void;
};
declare const registration: { navigationPreload?: { enable(): Promise<void> } };

const CACHE = "bankside-offline";
/** In the language and with the assets of the page that registered this worker. */
const PAGE = `/checkout/offline${location.search}`;

async function store(): Promise<void> {
  await caches.delete(CACHE);
  const cache = await caches.open(CACHE);
  await cache.add(new Request(PAGE, { cache: "reload" }));
}

async function load({ request, preloadResponse }: Fetched): Promise<Response> {
  try {
    return (await preloadResponse) ?? (await fetch(request));
  } catch {
    return (await caches.match(PAGE)) ?? Response.error();
  }
}

addEventListener("install", (event) => (event as Waiting).waitUntil(store()));
// The request starts with the worker and does not wait for it.
addEventListener("activate", (event) =>
  (event as Waiting).waitUntil(Promise.resolve(registration.navigationPreload?.enable())),
);
addEventListener("fetch", (event) => {
  const fetched = event as Fetched;
  if (fetched.request.mode === "navigate" && fetched.request.method === "GET") fetched.respondWith(load(fetched));
});
