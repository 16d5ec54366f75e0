import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { query } from "../../test/database";
import { type ApiProcess, startApiProcess } from "../../test/processes/api-process";
import { ctx, newTenant } from "../../test/rows/fixtures";
import { comeByCode, newUser } from "../../test/rows/users";
import { disableCredential } from "../credentials/disable-credential";
import { switchUser } from "../users/switch-user";
import { takeRole } from "../users/take-role";
import { refreshToken } from "./refresh-token";

const HOUR_MS = 3_600_000;
const PAYMENT = "/api/v1/payment-requests/01931f4e-7c1a-7d3e-9a55-5b6f0c9d2a10/status";
const LET_IN = "PAYMENT_REQUEST_NOT_FOUND";

let second: ApiProcess;

beforeAll(async () => {
  second = await startApiProcess();
});
beforeEach(() => second.moveClock(0));
afterAll(() => second.close());

type Ending = { token: string; end: () => Promise<unknown>; verdict: string };

async function ofCredential(): Promise<Ending> {
  const { token, clientId } = await newTenant();
  return { token, end: () => disableCredential(ctx, { id: clientId }), verdict: "INVALID_TOKEN" };
}

async function ofUser(end: (email: string) => Promise<unknown>, verdict: string): Promise<Ending> {
  const email = await newUser();
  const { data } = await comeByCode(email);
  return { token: data.access_token, end: () => end(email), verdict };
}

async function ofReuse(): Promise<Ending> {
  const { data } = await comeByCode(await newUser());
  await refreshToken(ctx, data);
  const end = async () => {
    await query("UPDATE refresh_tokens SET used_at = used_at - interval '61 seconds'");
    await expect(refreshToken(ctx, data)).rejects.toMatchObject({ code: "INVALID_GRANT" });
  };
  return { token: data.access_token, end, verdict: "INVALID_TOKEN" };
}

async function ofScopes(): Promise<Ending> {
  const { token, clientId } = await newTenant();
  const limit = () => query("UPDATE credentials SET scopes = '{payments}' WHERE id = $1", [clientId]);
  return { token, end: limit, verdict: "FORBIDDEN_VIEW" };
}

const changes: [string, () => Promise<Ending>][] = [
  ["a credential that is disabled", ofCredential],
  ["a credential that is limited", ofScopes],
  ["a user who is disabled", () => ofUser((email) => switchUser(ctx, { email, to: "disabled" }), "INVALID_TOKEN")],
  [
    "a role that is taken away",
    () => ofUser((email) => takeRole(ctx, { email, context: { merchantId: null, partnerId: null } }), "INVALID_TOKEN"),
  ],
  ["a family whose refresh token was reused", ofReuse],
];

describe.each(changes)("%s", (_name, make) => {
  it("takes effect within a second in a process that has cached the token", async () => {
    const { token, end, verdict } = await make();
    expect(await second.get(PAYMENT, token)).toBe(LET_IN);
    await end();
    await second.moveClock(1_000);
    expect(await second.get(PAYMENT, token)).toBe(verdict);
  });

  // Control: there is a cache, and the assertion above shows that it expires.
  it("control: has no effect in a process whose clock does not move", async () => {
    const { token, end } = await make();
    await second.moveClock(HOUR_MS);
    expect(await second.get(PAYMENT, token)).toBe(LET_IN);
    await second.moveClock(0);
    await end();
    expect(await second.get(PAYMENT, token)).toBe(LET_IN);
  });
});
