type Sent = { hash: string };
export type NotSent = { message: string; requestId: string | null; isOld: boolean };

type Envelope =
  | { success: true; data: Sent }
  | {
      success: false;
      error: { message: string; metadata?: { errors?: { field: string; message: string }[] } };
    };

const NO_ANSWER = "The server did not answer. Nothing was changed that you do not see here.";

/** Sends a logo by its own door. `seen`: the hash of the one before. Throws nothing: a failure is an answer. */
export async function sendLogo(merchantId: string, seen: string | null, logo: Blob): Promise<Sent | NotSent> {
  const form = new FormData();
  form.set("merchant", merchantId);
  form.set("seen", seen ?? "");
  form.set("logo", logo);
  try {
    const answer = await fetch("/console/checkout/logo", { method: "POST", body: form });
    const body = (await answer.json()) as Envelope;
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
