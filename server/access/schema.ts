import { z } from "zod";

const clientId = z.uuid({ error: "must be the client id, a uuid" });
const secret = z.string().min(1, "is required").max(512, "is too long");

const clientCredentialsGrant = z.object({
  grant_type: z.literal("client_credentials").optional(),
  client_id: clientId,
  client_secret: secret,
});

const refreshTokenGrant = z.object({ grant_type: z.literal("refresh_token"), refresh_token: secret });

/** Body of POST /oauth2/token: `grant_type` absent means client_credentials. */
export const tokenRequest = z.union([clientCredentialsGrant, refreshTokenGrant]);

export const refreshRequest = z.object({ refresh_token: secret });

export const tokenSet = z.object({
  access_token: z.string(),
  refresh_token: z.string(),
  token_type: z.literal("Bearer"),
  expires_in: z.int().describe("Seconds."),
});

export type TokenSet = z.infer<typeof tokenSet>;
