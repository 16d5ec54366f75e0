import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { env } from "../../../lib/config/env";
import { type OpenIdProvider, PROVIDER_SECRET, startOpenIdProvider } from "../../../test/banks/openid-provider";
import { moveClock, query } from "../../../test/database";
import { newPerson, type Person, visit, withApp } from "../../../test/person";
import { ctx as operator } from "../../../test/rows/fixtures";
import { readSession } from "../../sessions/sessions";
import { createUser } from "../../users/create-user";
import { switchUser } from "../../users/switch-user";
import { completeGoogle } from "./complete-google";
import { GOOGLE_TTL_S, googleName, googleReturnAddress, startGoogle } from "./start-google";

const CLIENT = "bankside.apps.example";
const BROWSER = { deviceToken: null };

let provider: OpenIdProvider;
let person: Person;

beforeAll(async () => {
  provider = await startOpenIdProvider([CLIENT], [googleReturnAddress()]);
  person = await newPerson();
});
beforeEach(() =>
  Object.assign(env(), { googleIssuer: provider.issuer, googleClientId: CLIENT, googleClientSecret: PROVIDER_SECRET }),
);
afterAll(() => provider.close());

const refused = (code: string) => expect.objectContaining({ code });

/** A browser that signs in at the provider and returns. */
async function goThere(email: string, to = "/console/payments") {
  const { address, cookie } = await startGoogle(to);
  const { searchParams: query } = await provider.browse(address, email, googleReturnAddress());
  return { cookie, query, browser: BROWSER };
}

describe("sign-in with Google", () => {
  it("sends state, nonce and PKCE, and starts a session of the address's user", async () => {
    const { address } = await startGoogle("/console");
    const asked = new URL(address).searchParams;
    for (const name of ["state", "nonce", "code_challenge"]) expect(asked.get(name)).toMatch(/^[\w-]{43}$/);
    expect(asked.get("code_challenge_method")).toBe("S256");
    const { outcome, to } = await completeGoogle(visit(), await goThere(person.email));
    if (outcome.kind !== "signed-in") throw new Error("A second factor was asked for.");
    expect(to).toBe("/console/payments");
    expect((await readSession(outcome.sessionToken))?.user.id).toBe(person.userId);
    const { sessions } = await (await person.api()).me.get();
    expect(sessions.map(({ way }) => way)).toContain("google");
  });

  it("accepts a response once", async () => {
    const back = await goThere(person.email);
    await completeGoogle(visit(), back);
    await expect(completeGoogle(visit(), back)).rejects.toEqual(refused("SERVICE_UNAVAILABLE"));
  });

  it("rejects a response for another browser, and one without a request", async () => {
    const [mine, theirs] = [await goThere(person.email), await goThere(person.email)];
    const crossed = { ...mine, cookie: theirs.cookie };
    await expect(completeGoogle(visit(), crossed)).rejects.toEqual(refused("UNAUTHORIZED"));
    for (const cookie of [null, "", "e30", `B${mine.cookie.slice(1)}`, mine.cookie.slice(0, -4)])
      await expect(completeGoogle(visit(), { ...mine, cookie })).rejects.toEqual(refused("UNAUTHORIZED"));
    await expect(completeGoogle(visit(), mine)).resolves.toBeDefined();
  });

  it("rejects a response of another issuer, without a code, or too late", async () => {
    const back = await goThere(person.email);
    const changed = (name: string, value: string | null) => {
      const query = new URLSearchParams(back.query);
      if (value === null) query.delete(name);
      else query.set(name, value);
      return completeGoogle(visit(), { ...back, query });
    };
    await expect(changed("iss", "https://evil.example")).rejects.toEqual(refused("UNAUTHORIZED"));
    await expect(changed("code", null)).rejects.toEqual(refused("UNAUTHORIZED"));
    await expect(changed("state", "x")).rejects.toEqual(refused("UNAUTHORIZED"));
    await moveClock(`${GOOGLE_TTL_S + 1} seconds`);
    await expect(completeGoogle(visit(), back)).rejects.toEqual(refused("UNAUTHORIZED"));
  });

  it("rejects an id_token with another nonce", async () => {
    const back = await goThere(person.email);
    const id_token = await provider.sign(person.email, { nonce: "another" });
    const faulty = (nonce: string) => {
      provider.fault = (request, response) => {
        const { issuer } = provider;
        const documents: Record<string, object> = {
          "/.well-known/openid-configuration": {
            issuer,
            token_endpoint: `${issuer}/token`,
            jwks_uri: `${issuer}/jwks`,
          },
          "/token": { id_token: nonce },
        };
        const { d: _private, ...key } = provider.key;
        response.end(JSON.stringify(documents[request.url ?? ""] ?? { keys: [key] }));
      };
    };
    faulty(id_token);
    await expect(completeGoogle(visit(), back)).rejects.toEqual(refused("UNAUTHORIZED"));
    // Control: without a nonce it is rejected too.
    faulty(await provider.sign(person.email));
    await expect(completeGoogle(visit(), back)).rejects.toEqual(refused("UNAUTHORIZED"));
    provider.fault = null;
  });

  it("rejects an address that is not verified, unknown, or of a disabled user", async () => {
    const unverified = "unverified@olaria.example";
    await createUser(operator, { email: unverified, name: "Eva Cruz", role: "owner" });
    await expect(completeGoogle(visit(), await goThere(unverified))).rejects.toEqual(refused("UNAUTHORIZED"));
    const stranger = completeGoogle(visit(), await goThere("nobody@olaria.example"));
    await expect(stranger).rejects.toEqual(refused("FORBIDDEN"));
    const gone = await newPerson();
    await switchUser(operator, { email: gone.email, to: "disabled" });
    await expect(completeGoogle(visit(), await goThere(gone.email))).rejects.toEqual(refused("FORBIDDEN"));
  });

  it("accepts a user whose address was stored before normalisation", async () => {
    const [{ email, userId }, former] = [await newPerson(), "boss@xn--exmple-cua.de"];
    await query("UPDATE users SET email = $2 WHERE email = $1", [email, former]);
    const { outcome } = await completeGoogle(visit(), await goThere("Boss@xn--exmple-cua.de"));
    expect(outcome).toMatchObject({ kind: "signed-in", user: { id: userId } });
  });

  it("is only the first factor of a user with a second one", async () => {
    const careful = await newPerson();
    await withApp(careful);
    const { outcome } = await completeGoogle(visit(), await goThere(careful.email));
    expect(outcome.kind).toBe("two-factor");
  });

  it("is available only if configured with its secret", async () => {
    expect(googleName()).toBe(new URL(provider.issuer).host);
    env().googleIssuer = "https://accounts.google.com";
    expect(googleName()).toBe("Google");
    env().googleClientSecret = null;
    expect(googleName()).toBeNull();
    await expect(startGoogle("/console")).rejects.toEqual(refused("NOT_FOUND"));
  });

  it("reports a provider that does not answer", async () => {
    provider.fault = (_request, response) => response.writeHead(500).end();
    await expect(startGoogle("/console")).rejects.toEqual(refused("SERVICE_UNAVAILABLE"));
    provider.fault = null;
  });
});
