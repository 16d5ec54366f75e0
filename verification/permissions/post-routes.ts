/** How a route with other methods than GET refuses cross-site requests. */
export type PostRoute =
  /**
   * Accepts only requests from our own pages: forged posts of this body are sent to it (`e2e/console/console-forged.spec.ts`).
   */
  | { heard: "own pages"; path: string; body: URLSearchParams | object }
  /** Called from other sites by design; it trusts a secret in the request, not a cookie of the browser. */
  | { heard: "anybody"; why: string };

const form = (fields: Record<string, string>) => new URLSearchParams(fields);
const MERCHANT = "01931f00-0000-7000-8000-000000000011";

/**
 * Every route of the pages with methods other than GET, by its folder under `app/`. A route without a row fails
 * `server/trpc/post-routes.test.ts`.
 */
export const POST_ROUTES: Record<string, PostRoute> = {
  "api/trpc/[trpc]": { heard: "own pages", path: "/api/trpc/credentials.create", body: {} },
  "console/merchant": { heard: "own pages", path: "/console/merchant", body: form({ merchant: MERCHANT }) },
  "console/mode": { heard: "own pages", path: "/console/mode", body: form({ mode: "test", to: "/console" }) },
  "invitation/[token]/accept": {
    heard: "own pages",
    path: "/invitation/TOKEN/accept",
    body: form({ name: "Another name" }),
  },
  "try/start": { heard: "own pages", path: "/try/start", body: form({}) },
  "sign-in/end": { heard: "own pages", path: "/sign-in/end", body: form({}) },
  "sign-in/passkey/finish": { heard: "own pages", path: "/sign-in/passkey/finish", body: { to: "/console" } },
  "sign-in/passkey/start": { heard: "own pages", path: "/sign-in/passkey/start", body: {} },
  "sign-in/two-factor/verify": {
    heard: "own pages",
    path: "/sign-in/two-factor/verify",
    body: form({ code: "123456" }),
  },
  "sign-in/start": { heard: "own pages", path: "/sign-in/start", body: form({ email: "ines@olaria.example" }) },
  "sign-in/verify": { heard: "own pages", path: "/sign-in/verify", body: form({ code: "ABCDEF" }) },
  "api/v1/[[...path]]": { heard: "anybody", why: "programs call it, by an access token in a header" },
  "bank-notifications/[target]": { heard: "anybody", why: "banks call it, and it is believed by its signature" },
  checkout: { heard: "anybody", why: "the shopper's page goes by the payment's token in the form" },
  embed: { heard: "anybody", why: "in a shop's frame it goes by the payment's token in the form" },
  "pay/[token]": { heard: "anybody", why: "a link's page goes by the token in its address" },
  return: { heard: "anybody", why: "banks send the browser back here, by post too, with a state that only they know" },
  "simbank/[bank]/[...path]": { heard: "anybody", why: "another party's site, which the product serves for tests" },
};
