type RequestOptions = Parameters<typeof import("@simplewebauthn/browser").startAuthentication>[0]["optionsJSON"];
type CreationOptions = Parameters<typeof import("@simplewebauthn/browser").startRegistration>[0]["optionsJSON"];

const never = () => () => undefined;

/**
 * Whether this browser supports passkeys, for `useSyncExternalStore`. Browsers support them only over https and on
 * localhost.
 */
export const passkeySupport = {
  subscribe: never,
  here: () => typeof window.PublicKeyCredential === "function",
  onServer: () => true,
};

/**
 * Requests an answer of a passkey. `asked`: the server's options.
 * @throws the browser's error; as text: `passkeyFailure`
 */
export async function getPasskeyAssertion(asked: object) {
  const { startAuthentication } = await import("@simplewebauthn/browser");
  const { id, rawId, response } = await startAuthentication({ optionsJSON: asked as RequestOptions });
  return { id, rawId, type: "public-key", clientExtensionResults: {}, response } as const;
}

/**
 * Creates a passkey on the device. `asked`: the server's options.
 * @throws the browser's error; as text: `passkeyFailure`
 */
export async function makePasskey(asked: object) {
  const { startRegistration } = await import("@simplewebauthn/browser");
  const { id, rawId, response } = await startRegistration({ optionsJSON: asked as CreationOptions });
  const { clientDataJSON, attestationObject, transports = [] } = response;
  const made = { clientDataJSON, attestationObject, transports };
  return { id, rawId, type: "public-key", clientExtensionResults: {}, response: made } as const;
}

/** The message for an error of the browser's passkey dialog; null for any other error. */
export function passkeyFailure(error: unknown): string | null {
  if (!(error instanceof Error)) return null;
  const cause = error.cause instanceof Error ? error.cause : error;
  switch (cause.name) {
    case "NotAllowedError":
    case "AbortError":
      return "The passkey prompt was closed or timed out. Try again.";
    case "InvalidStateError":
      return "This device already has a passkey of yours. Nothing was added.";
    case "SecurityError":
      return "Passkeys only work at this installation’s own address, over https.";
    case "NotSupportedError":
    case "ConstraintError":
      return "This device can’t store a passkey that verifies you.";
    default:
      return null;
  }
}
