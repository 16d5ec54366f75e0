import { z } from "zod";

const MAX_ENCODED = 8_192;
const MAX_CREDENTIAL_ID = 1_400;

const encoded = z.string().max(MAX_ENCODED);
const common = {
  id: z.string().max(MAX_CREDENTIAL_ID),
  rawId: z.string().max(MAX_CREDENTIAL_ID),
  type: z.literal("public-key"),
  clientExtensionResults: z.object({}),
};

/** What a browser answers when a passkey was asked (WebAuthn Level 2 §5.1, as JSON). Anything else in it is dropped. */
export const passkeyAssertion = z.object({
  ...common,
  response: z.object({
    clientDataJSON: encoded,
    authenticatorData: encoded,
    signature: encoded,
    userHandle: encoded.optional(),
  }),
});

/** What a browser answers when a passkey was made. */
export const passkeyAttestation = z.object({
  ...common,
  response: z.object({
    clientDataJSON: encoded,
    attestationObject: z.string().max(MAX_ENCODED * 2),
    transports: z.array(z.string().max(20)).max(10).optional(),
  }),
});

export type PasskeyAssertion = z.infer<typeof passkeyAssertion>;
export type PasskeyAttestation = z.infer<typeof passkeyAttestation>;
