import { offlineWorker } from "../../../assets/built";

export const dynamic = "force-dynamic";

/** GET of the service worker of the hosted pages. It may control pages outside of its own folder: `/checkout`, `/pay/`. */
export function GET(): Response {
  const { body, type } = offlineWorker();
  const headers = {
    "Content-Type": type,
    "Cache-Control": "no-cache",
    "Service-Worker-Allowed": "/",
    "X-Content-Type-Options": "nosniff",
  };
  return new Response(body, { headers });
}
