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

/** A browser's response to a passkey request (WebAuthn Level 2 §5.1, as JSON). Other fields are dropped. */
export const passkeyAssertion = z.object({
  ...common,
  response: z.object({
    clientDataJSON: encoded,
    authenticatorData: encoded,
    signature: encoded,
    userHandle: encoded.optional(),
  }),
});

/** A browser's response to the creation of a passkey. */
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
