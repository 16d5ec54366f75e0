import { BanksideError } from "./errors.js";
import type { Output } from "./types.js";

type TokenSet = Output<"issueToken">;

/** The token requests: each resolves with a new token set. */
export type Grants = { issue(): Promise<TokenSet>; refresh(refreshToken: string): Promise<TokenSet> };

export type Tokens = {
  /** An access token that is valid for at least MARGIN_S. */
  current(): Promise<string>;
  /** The API rejected this token: it is not used again. */
  discard(accessToken: string): void;
};

/** A token is renewed this long before its expiry, so that it does not expire in transit. */
const MARGIN_S = 60;

/** Whether the server may have executed the request. */
function isUnknown({ code, status }: BanksideError): boolean {
  return code === "NETWORK_ERROR" || code === "UNREADABLE_ANSWER" || status >= 500;
}

type Held = { accessToken: string; refreshToken: string; freshUntilMs: number };

/** Caches one token set. Concurrent calls share one token request. `nowMs`: the clock for token expiry. */
export function tokenKeeper(grants: Grants, nowMs: () => number): Tokens {
  let held: Held | undefined;
  let renewing: Promise<Held> | undefined;

  async function renew(): Promise<Held> {
    const askedMs = nowMs();
    const set = await (held ? refreshOrIssue(held.refreshToken) : grants.issue());
    held = {
      accessToken: set.access_token,
      refreshToken: set.refresh_token,
      freshUntilMs: askedMs + (set.expires_in - MARGIN_S) * 1000,
    };
    return held;
  }

  /**
   * A family of refresh tokens ends after a day, or when it is revoked: then a new one is issued with the client
   * credentials. So it is when the result is unknown, because the refresh token may be used: presented later than 60 s
   * after its use, it would be taken for stolen, and its family revoked.
   */
  async function refreshOrIssue(refreshToken: string): Promise<TokenSet> {
    try {
      return await grants.refresh(refreshToken);
    } catch (error) {
      // After every failure: the last attempt's response says nothing about a first one whose response was lost.
      held = undefined;
      if (!(error instanceof BanksideError) || !(error.code === "INVALID_GRANT" || isUnknown(error))) throw error;
      return grants.issue();
    }
  }

  return {
    async current() {
      if (held && nowMs() < held.freshUntilMs) return held.accessToken;
      renewing ??= renew().finally(() => {
        renewing = undefined;
      });
      return (await renewing).accessToken;
    },
    discard(accessToken) {
      if (held?.accessToken === accessToken) held.freshUntilMs = Number.NEGATIVE_INFINITY;
    },
  };
}
