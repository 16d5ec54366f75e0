import { endpoint } from "../lib/endpoint";
import { issueToken } from "./issue-token";
import { refreshToken } from "./refresh-token";
import { refreshRequest, tokenRequest, tokenSet } from "./schema";

const CLIENT_ID = "01931f4e-7c1a-7d3e-9a55-5b6f0c9d2a10";
const TOKENS = {
  access_token: "atok_kM3v0q1yV7cYB2uQm1oF4s8dJr6tZx9wLh5nEgRaPbU",
  refresh_token: "rtok_Zp4n8sXw2LqT7vYc1mKd9rHb3jGf6uEa5iOt0yRxWvQ",
  token_type: "Bearer",
  expires_in: 900,
} as const;

export const accessEndpoints = [
  endpoint({
    id: "issueToken",
    tag: "Access",
    summary: "Issue an access token",
    description: "OAuth 2.0 client credentials, as JSON or as a form. `grant_type` absent means `client_credentials`.",
    method: "POST",
    path: "/api/v1/oauth2/token",
    auth: "public",
    acceptsForm: true,
    invalidBody: "INVALID_INPUT",
    body: tokenRequest,
    success: 200,
    data: tokenSet,
    errors: ["UNAUTHORIZED", "INVALID_GRANT"],
    examples: {
      request: { grant_type: "client_credentials", client_id: CLIENT_ID, client_secret: "csec_…" },
      response: TOKENS,
    },
    run: (ctx, { body }) => ("refresh_token" in body ? refreshToken(ctx, body) : issueToken(ctx, body)),
  }),
  endpoint({
    id: "refreshToken",
    tag: "Access",
    summary: "Refresh an access token",
    description:
      "Answers a new access token and a new refresh token. The one before answers the same for 60 seconds more.",
    method: "POST",
    path: "/api/v1/oauth2/refresh",
    auth: "public",
    acceptsForm: true,
    invalidBody: "INVALID_INPUT",
    body: refreshRequest,
    success: 200,
    data: tokenSet,
    errors: ["INVALID_GRANT"],
    examples: { request: { refresh_token: TOKENS.refresh_token }, response: TOKENS },
    run: (ctx, { body }) => refreshToken(ctx, body),
  }),
] as const;
