import { searchEntries } from "../search-entries";

/** GET of what the search of the documentation finds. */
export function GET(): Response {
  return Response.json(searchEntries(), {
    headers: { "Cache-Control": "no-store", "X-Content-Type-Options": "nosniff", "X-Robots-Tag": "noindex" },
  });
}
