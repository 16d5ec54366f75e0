import { APPROVAL_CSS } from "@/simbank/src/pages/approval-css";

/** Revalidated on each use: each customer sees the page once, and a release may change it. */
export function GET(): Response {
  return new Response(APPROVAL_CSS, {
    headers: { "Content-Type": "text/css; charset=utf-8", "Cache-Control": "no-cache" },
  });
}
