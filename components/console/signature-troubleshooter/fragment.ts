/**
 * Prefilled fields of the signature troubleshooter. Never the secret, because browsers keep addresses in their history.
 */
export type Prefill = { headers: string; body: string };

const PATH = "/console/webhooks/signature";

/** The address of the signature troubleshooter with a delivery filled in. The fragment is not sent to any server. */
export function troubleshooterHref({ headers, body }: Prefill): string {
  return `${PATH}#headers=${encodeURIComponent(headers)}&body=${encodeURIComponent(body)}`;
}

/** The prefilled fields; null for a fragment without any. */
export function readFragment(hash: string): Prefill | null {
  const fields = new Map<string, string>();
  for (const part of hash.replace(/^#/, "").split("&")) {
    const [name = "", ...value] = part.split("=");
    try {
      fields.set(name, decodeURIComponent(value.join("=")));
    } catch {
      return null;
    }
  }
  const [headers = "", body = ""] = [fields.get("headers"), fields.get("body")];
  return headers === "" && body === "" ? null : { headers, body };
}
