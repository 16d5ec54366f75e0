import { LOADER_HEADERS, pinnedTag, servedLoader } from "../../../embed.js/served-loader";

/**
 * GET of the pinned address and the integrity of this release's loader for `locale`: for builds that generate the tag.
 */
export async function GET(request: Request): Promise<Response> {
  const tag = await pinnedTag(servedLoader(new URL(request.url).searchParams.get("locale")));
  return Response.json(tag, { headers: { ...LOADER_HEADERS, "Cache-Control": "no-store" } });
}
