import { afterAll, expect, it, vi } from "vitest";
import { closeDb } from "../server/lib/db";
import { GET as showCheckout } from "./checkout/route";
import { GET as showLink } from "./pay/[token]/route";
import { GET as showReturn } from "./return/route";
import { GET as showSimbank } from "./simbank/[bank]/[...path]/route";

vi.stubEnv("SIMBANK_ENABLED", "1");
vi.stubEnv("SIMBANK_URL", "http://bank.localhost");
vi.stubEnv("DATABASE_URL", "postgresql://bankside@127.0.0.1:1/bankside");
afterAll(async () => {
  await closeDb();
  vi.unstubAllEnvs();
});

const TOKEN = "A".repeat(43);
const ID = "0191e0a8-0000-7000-8000-000000000000";
const at = (path: string) => new Request(`http://localhost${path}`, { headers: { host: "bank.localhost" } });
const withParams = <Params>(params: Params) => ({ params: Promise.resolve(params) });

it.each([
  ["the return from a bank", () => showReturn(at(`/return?state=${TOKEN}`))],
  ["the checkout", () => showCheckout(at(`/checkout?payment_token=ptok_${TOKEN}`))],
  ["a payment link", () => showLink(at(`/pay/plink_${TOKEN}`), withParams({ token: `plink_${TOKEN}` }))],
  [
    "a page of a simulated bank",
    () => showSimbank(at(`/simbank/riverbank/approve/${ID}`), withParams({ bank: "riverbank", path: ["approve", ID] })),
  ],
])("%s gets 503 with Retry-After while the database is unreachable", async (_, call) => {
  const response = await call();
  expect([response.status, response.headers.get("retry-after")]).toEqual([503, "1"]);
});
