type RequestOptions = Parameters<typeof import("@simplewebauthn/browser").startAuthentication>[0]["optionsJSON"];
type CreationOptions = Parameters<typeof import("@simplewebauthn/browser").startRegistration>[0]["optionsJSON"];

const never = () => () => undefined;

/** Whether this browser knows passkeys, for `useSyncExternalStore`. Over plain http, except on this machine, none does. */
export const passkeySupport = {
  subscribe: never,
  here: () => typeof window.PublicKeyCredential === "function",
  onServer: () => true,
};

/** Asks the person for one of their passkeys. `asked`: as the server made it. @throws what the browser says; in words: `passkeyFailure` */
export async function askPasskey(asked: object) {
  const { startAuthentication } = await import("@simplewebauthn/browser");
  const { id, rawId, response } = await startAuthentication({ optionsJSON: asked as RequestOptions });
  return { id, rawId, type: "public-key", clientExtensionResults: {}, response } as const;
}

/** Has the device make a passkey. `asked`: as the server made it. @throws what the browser says; in words: `passkeyFailure` */
export async function makePasskey(asked: object) {
  const { startRegistration } = await import("@simplewebauthn/browser");
  const { id, rawId, response } = await startRegistration({ optionsJSON: asked as CreationOptions });
  const { clientDataJSON, attestationObject, transports = [] } = response;
  const made = { clientDataJSON, attestationObject, transports };
  return { id, rawId, type: "public-key", clientExtensionResults: {}, response: made } as const;
}

/** What it means that the browser gave no passkey; null: it was not the browser who failed. */
export function passkeyFailure(error: unknown): string | null {
  if (!(error instanceof Error)) return null;
  const cause = error.cause instanceof Error ? error.cause : error;
  switch (cause.name) {
    case "NotAllowedError":
    case "AbortError":
      return "The device's question was closed, or it took too long. Nothing was done.";
    case "InvalidStateError":
      return "This device holds a passkey of yours already. Nothing was added.";
    case "SecurityError":
      return "Passkeys work at this installation's own address only, over https. Nothing was done.";
    case "NotSupportedError":
    case "ConstraintError":
      return "This device cannot hold a passkey that asks who you are. Nothing was done.";
    default:
      return null;
  }
}
