import { z } from "zod";
import { storedMailAddresses } from "../mail/mail-address";
import { CONTEXT_PATTERN, parseContext } from "./rules";
import { CODE_LENGTH, normaliseCode } from "./sign-in/sign-in-rules";

/** Above the length of every secret that we issue, and of a code with spaces. */
const MAX_SECRET = 512;
const MAX_ID_TOKEN = 8192;
const MAX_TYPED_CODE = 32;

const clientId = z.guid({ error: "must be the client ID, a UUID" });
const secret = z.string().min(1, "is required").max(MAX_SECRET, "is too long");

const context = z
  .string()
  .regex(CONTEXT_PATTERN, "global, partner:<uuid> or merchant:<uuid>")
  .transform(parseContext)
  .optional()
  .describe(
    "Which of the user's roles the token acts in: global, partner:<uuid> or merchant:<uuid>. Absent: the widest of " +
      "them; with a refresh token, its current one. A role that the user does not have: 403.",
  );

const clientCredentialsGrant = z
  .object({
    grant_type: z.literal("client_credentials").optional(),
    client_id: clientId,
    client_secret: secret,
  })
  .meta({ title: "client_credentials", description: "An API key of a merchant, a partner or the operator." });

const mailedOrAppsCode = z
  .string()
  .max(MAX_TYPED_CODE, "is too long")
  .refine((typed) => normaliseCode(typed).length === CODE_LENGTH, `${CODE_LENGTH} characters`);

const challengeId = z.guid({ error: "must be the challenge's ID, a UUID" }).optional();

const withChallenge = ({ code, challenge_id }: { code?: string | undefined; challenge_id?: string | undefined }) =>
  code === undefined || challenge_id !== undefined;
const CHALLENGE_MISSING = { error: "is required with a code", path: ["challenge_id"] };

const magicCodeGrant = z
  .object({
    grant_type: z.literal("magic_code"),
    email: z
      .string()
      .refine((text) => storedMailAddresses(text).length > 0, "an e-mail address")
      .describe("An e-mail address of at most 254 characters, in any case."),
    code: mailedOrAppsCode
      .describe(
        `The ${CODE_LENGTH} characters from the e-mail, in any case and with or without spaces; or, for a challenge of the ` +
          "type `totp`, the code of the user's authenticator app.",
      )
      .optional(),
    challenge_id: challengeId.describe("Required with the code."),
    ctx: context,
  })
  .refine(withChallenge, CHALLENGE_MISSING)
  .meta({
    title: "magic_code",
    description:
      "A user, by a code sent by e-mail. Without `code`: sends one and returns 401 CHALLENGE_REQUIRED with the challenge, also " +
      "for an unknown address. With `code` and `challenge_id`: a token set. If the user has set up two-factor authentication, " +
      "the response to the e-mailed code is another 401 CHALLENGE_REQUIRED, of the type `totp`: send the same request again " +
      "with its id and the code of the user's authenticator app.",
    dependentRequired: { code: ["challenge_id"] },
  });

const googleIdTokenGrant = z
  .object({
    grant_type: z.literal("google_id_token"),
    id_token: z.string().min(1, "is required").max(MAX_ID_TOKEN, "is too long"),
    code: mailedOrAppsCode.describe("The code of the user's authenticator app, for a challenge.").optional(),
    challenge_id: challengeId.describe("Required with the code."),
    ctx: context,
  })
  .refine(withChallenge, CHALLENGE_MISSING)
  .meta({
    title: "google_id_token",
    description:
      "A user, by an ID token with their verified address, if the operator has configured it. For a user with two-factor " +
      "authentication the response is 401 CHALLENGE_REQUIRED, of the type `totp`: send the same request again with `code` and " +
      "`challenge_id`.",
    dependentRequired: { code: ["challenge_id"] },
  });

const refreshTokenGrant = z
  .object({
    grant_type: z.literal("refresh_token"),
    refresh_token: secret,
    client_id: clientId.optional().describe("The refresh token must be this client's."),
    client_secret: secret.optional(),
    ctx: context,
  })
  .refine(({ client_id, client_secret }) => client_secret === undefined || client_id !== undefined, {
    error: "is required with client_secret",
    path: ["client_id"],
  })
  .meta({
    title: "refresh_token",
    description: "The same as the refresh endpoint; the client may authenticate in addition.",
    dependentRequired: { client_secret: ["client_id"] },
  });

/** Body of POST /oauth2/token: `grant_type` absent means client_credentials. */
export const issueTokenBody = z.discriminatedUnion(
  "grant_type",
  [clientCredentialsGrant, magicCodeGrant, googleIdTokenGrant, refreshTokenGrant],
  { error: "one of client_credentials, magic_code, google_id_token, refresh_token" },
);

export type TokenRequest = z.infer<typeof issueTokenBody>;

export const refreshTokenBody = z.object({ refresh_token: secret, ctx: context });

export const tokenSet = z
  .object({
    access_token: z.string(),
    refresh_token: z.string(),
    token_type: z.literal("Bearer"),
    expires_in: z.int().describe("Seconds."),
  })
  .meta({ id: "TokenSet" });

export type TokenSet = z.infer<typeof tokenSet>;
