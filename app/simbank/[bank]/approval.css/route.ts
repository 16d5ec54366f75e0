import { APPROVAL_CSS } from "@/components/simbank/approval-css";

/** Read again with every page: a page that is seen once needs no cache, and a new version no second look. */
export function GET(): Response {
  return new Response(APPROVAL_CSS, {
    headers: { "Content-Type": "text/css; charset=utf-8", "Cache-Control": "no-cache" },
  });
}
