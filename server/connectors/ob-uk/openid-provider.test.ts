import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { newId } from "../../lib/ids";
import { ukProfileAt } from "../../test/banks/fake-uk-bank";
import { DEADLINE_MS, paramsOf, taken } from "../../test/banks/uk-bank";
import { RETURN_URI, startUkOpenIdProvider, type UkOpenIdProvider } from "../../test/banks/uk-openid-provider";
import type { BankProfile } from "../profile-schema";
import { authorisationUrl } from "./authorisation-request";
import { clientToken } from "./client-tokens";
import { obUk } from "./connector";

// oidc-provider is the bank's authorisation server, configured for FAPI 1.0: it reads our request objects, assertions
// and PKCE, and we verify its id_tokens and JARM responses.

let provider: UkOpenIdProvider;
beforeAll(async () => {
  provider = await startUkOpenIdProvider();
});
afterAll(() => provider.close());

function profileOf(responseMode: "jwt" | "fragment"): BankProfile {
  const { issuer } = provider;
  const profile = ukProfileAt(issuer);
  const oauth = { ...profile.oauth, authorizationEndpoint: `${issuer}/auth`, responseMode };
  return { ...profile, oauth: oauth as NonNullable<BankProfile["oauth"]> };
}

const newOrder = () => ({
  consentId: newId(),
  scope: "payments" as const,
  redirect: { uri: RETURN_URI, state: newId(), secret: newId() },
});
const refOf = (consentId: string) => ({ scheme: "FASTER_PAYMENTS", bankPaymentId: null, consentId, links: {} });

it("our own token is requested with an assertion that the provider verifies", async () => {
  expect(taken(await clientToken(profileOf("jwt"), "payments", DEADLINE_MS))).not.toBe("");
});

describe.each(["jwt", "fragment"] as const)("an approval that returns by %s", (mode) => {
  it("gives a grant once", async () => {
    const profile = profileOf(mode);
    const order = newOrder();
    const back = await provider.approve(await authorisationUrl(profile, order));
    expect(new URL(back).hash === "").toBe(mode === "jwt");
    const params = paramsOf(back);
    expect(Object.keys(params).sort()).toEqual(
      expect.arrayContaining(mode === "jwt" ? ["response"] : ["code", "id_token", "state"]),
    );
    const call = { ref: refOf(order.consentId), params, redirect: order.redirect };
    const completion = taken(await obUk.completeRedirect(profile, call));
    if (completion.kind !== "granted") throw new Error(completion.kind);
    expect(await provider.holderOf(completion.grant.accessToken)).toBe("a shopper");
    expect(completion.grant.expiresAt).toBeDefined();
    expect(await obUk.completeRedirect(profile, call)).toMatchObject({ ok: false, kind: "consent" });
  });

  it("is refused for another consent, state or secret, and its code can be used afterwards", async () => {
    const profile = profileOf(mode);
    const order = newOrder();
    const params = paramsOf(await provider.approve(await authorisationUrl(profile, order)));
    const { redirect } = order;
    const call = { ref: refOf(order.consentId), params, redirect };
    if (mode === "fragment") {
      const foreign = [
        { ...call, ref: refOf(newId()) },
        { ...call, redirect: { ...redirect, state: newId() } },
        { ...call, redirect: { ...redirect, secret: newId() } },
      ];
      for (const wrong of foreign)
        expect(await obUk.completeRedirect(profile, wrong)).toMatchObject({ ok: false, kind: "protocol" });
    } else {
      const wrong = { ...call, redirect: { ...redirect, state: newId() } };
      expect(await obUk.completeRedirect(profile, wrong)).toMatchObject({ ok: false, kind: "protocol" });
    }
    expect(taken(await obUk.completeRedirect(profile, call)).kind).toBe("granted");
  });

  it("that the PSU cancels is denied", async () => {
    const profile = profileOf(mode);
    const order = newOrder();
    const params = paramsOf(await provider.turnBack(await authorisationUrl(profile, order)));
    const call = { ref: refOf(order.consentId), params, redirect: order.redirect };
    expect(taken(await obUk.completeRedirect(profile, call))).toMatchObject({ kind: "denied" });
  });

  it("of an account can be refreshed", async () => {
    const profile = profileOf(mode);
    const order = { ...newOrder(), scope: "accounts" as const };
    const params = paramsOf(await provider.approve(await authorisationUrl(profile, order)));
    const { consentId, redirect } = order;
    const call = { consent: { consentId }, params, redirect, deadlineMs: DEADLINE_MS };
    const completion = taken(await obUk.completeConsent(profile, call));
    if (completion.kind !== "granted") throw new Error(completion.kind);
    const fresh = taken(await obUk.refreshGrant(profile, completion.grant));
    expect(fresh.accessToken).not.toBe(completion.grant.accessToken);
    expect(await provider.holderOf(fresh.accessToken)).toBe("a shopper");
  });
});

it("the provider refuses a code with another verifier", async () => {
  const profile = profileOf("jwt");
  const order = newOrder();
  const params = paramsOf(await provider.approve(await authorisationUrl(profile, order)));
  const call = { ref: refOf(order.consentId), params, redirect: { ...order.redirect, secret: newId() } };
  expect(await obUk.completeRedirect(profile, call)).toMatchObject({ kind: "consent", code: "invalid_grant" });
});
