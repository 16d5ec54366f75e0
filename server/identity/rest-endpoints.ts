import { endpoint } from "../lib/endpoint";
import { issueTokenBody, refreshTokenBody, tokenSet } from "./schema";
import { grantToken } from "./tokens/grant-token";
import { refreshToken } from "./tokens/refresh-token";

const CLIENT_ID = "01931f4e-7c1a-7d3e-9a55-5b6f0c9d2a10";
const TOKENS = {
  access_token: "atok_kM3v0q1yV7cYB2uQm1oF4s8dJr6tZx9wLh5nEgRaPbU",
  refresh_token: "rtok_Zp4n8sXw2LqT7vYc1mKd9rHb3jGf6uEa5iOt0yRxWvQ",
  token_type: "Bearer",
  expires_in: 900,
} as const;

export const identityEndpoints = [
  endpoint({
    id: "issueToken",
    tag: "Access",
    summary: "Issue an access token",
    description:
      "Four grants, as JSON or as a form (OAuth 2.0, RFC 6749). `grant_type` absent means `client_credentials`. With " +
      "`magic_code` and `google_id_token` a user of the Console gets a token in one of their roles (`ctx`); two-factor " +
      "authentication that they have set up is requested by a challenge. With `client_credentials` and `refresh_token` the " +
      "client may authenticate by HTTP Basic instead (`client_secret_basic`): the body then has no `client_secret`, and for " +
      "`client_credentials` it may be empty.",
    method: "POST",
    path: "/api/v1/oauth2/token",
    auth: "public",
    acceptsForm: true,
    acceptsBasic: true,
    invalidBody: "INVALID_INPUT",
    body: issueTokenBody,
    success: 200,
    data: tokenSet,
    errors: ["UNAUTHORIZED", "CHALLENGE_REQUIRED", "INVALID_GRANT", "FORBIDDEN", "TOO_MANY_REQUESTS"],
    examples: {
      requests: {
        client_credentials: { grant_type: "client_credentials", client_id: CLIENT_ID, client_secret: "csec_…" },
        magic_code_begin: { grant_type: "magic_code", email: "ines@olaria.example" },
        magic_code_answer: {
          grant_type: "magic_code",
          email: "ines@olaria.example",
          code: "K7PQ2M",
          challenge_id: "01931f4e-7c1a-7d3e-9a55-5b6f0c9d2a11",
          ctx: "merchant:01931f4e-7c1a-7d3e-9a55-5b6f0c9d2a12",
        },
        google_id_token: { grant_type: "google_id_token", id_token: "eyJhbGciOiJSUzI1NiIs…", ctx: "global" },
        refresh_token: { grant_type: "refresh_token", refresh_token: TOKENS.refresh_token },
      },
      response: TOKENS,
    },
    run: (ctx, { body }) => grantToken(ctx, body),
  }),
  endpoint({
    id: "refreshToken",
    tag: "Access",
    summary: "Refresh an access token",
    description:
      "Returns a new access token and a new refresh token. For 60 seconds the previous refresh token still works and returns " +
      "the same new refresh token; the first five repeats get an access token of their own, further ones share one. Used " +
      "later, it counts as stolen, and every token of the same sign-in is revoked. Authenticate again 24 hours after the first issue, or after the same API key or user has authenticated 100 " +
      "times since.",
    method: "POST",
    path: "/api/v1/oauth2/refresh",
    auth: "public",
    acceptsForm: true,
    invalidBody: "INVALID_INPUT",
    body: refreshTokenBody,
    success: 200,
    data: tokenSet,
    errors: ["INVALID_GRANT", "FORBIDDEN"],
    examples: { request: { refresh_token: TOKENS.refresh_token }, response: TOKENS },
    run: (ctx, { body }) => refreshToken(ctx, body),
  }),
] as const;
