/** What the doctor's page can be opened with. Never the secret: addresses are kept in histories. */
export type Prefill = { headers: string; body: string };

const PATH = "/console/webhooks/doctor";

/** The address of the doctor with a delivery filled in. The fragment is not sent to any server. */
export function doctorHref({ headers, body }: Prefill): string {
  return `${PATH}#headers=${encodeURIComponent(headers)}&body=${encodeURIComponent(body)}`;
}

/** Null for a fragment that fills in nothing. */
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
