import { env } from "@/server/lib/config/env";

const A_DAY_S = 86_400;

/** GET of the contact for security reports (RFC 9116): the operator's setting; 404 without one. */
export function GET(): Response {
  const { baseUrl, security } = env();
  if (!security) return new Response("Not found.", { status: 404, headers: { "Cache-Control": "no-store" } });
  const lines = [
    ...security.contacts.map((contact) => `Contact: ${contact}`),
    `Expires: ${security.expires.toISOString()}`,
    ...(security.policyUrl ? [`Policy: ${security.policyUrl}`] : []),
    `Canonical: ${baseUrl}/.well-known/security.txt`,
  ];
  return new Response(`${lines.join("\n")}\n`, {
    headers: { "Content-Type": "text/plain; charset=utf-8", "Cache-Control": `public, max-age=${A_DAY_S}` },
  });
}
