import { requestStepUp, STEP_UP_REQUIRED } from "../frame/step-up-request";

type Sent = { hash: string };
export type NotSent = { message: string; requestId: string | null; isOld: boolean };

type Envelope =
  | { success: true; data: Sent }
  | {
      success: false;
      error: { code: string; message: string; metadata?: { errors?: { field: string; message: string }[] } };
    };

const NO_ANSWER = "We couldn’t reach the server. Reload to see whether the logo was saved.";

/**
 * Sends a logo to its own route, and again after a step-up if one is required. `seen`: the hash of the previous logo.
 * Does not throw: a failure is a return value.
 */
export async function sendLogo(merchantId: string, seen: string | null, logo: Blob): Promise<Sent | NotSent> {
  const form = new FormData();
  form.set("seen", seen ?? "");
  form.set("logo", logo);
  const send = async () => {
    const address = `/console/checkout/logo?${new URLSearchParams({ merchant: merchantId })}`;
    const answer = await fetch(address, { method: "POST", body: form });
    return { answer, body: (await answer.json()) as Envelope };
  };
  try {
    let { answer, body } = await send();
    const asksProof = !body.success && body.error.code === STEP_UP_REQUIRED;
    if (asksProof && (await requestStepUp())) ({ answer, body } = await send());
    if (body.success) return body.data;
    const { message, metadata } = body.error;
    const errors = metadata?.errors ?? [];
    const words = errors.find(({ field }) => field === "logo")?.message ?? message;
    return {
      message: words,
      requestId: answer.headers.get("X-Request-Id"),
      isOld: errors.some(({ field }) => field === "version"),
    };
  } catch {
    return { message: NO_ANSWER, requestId: null, isOld: false };
  }
}
