import { LOADER_HEADERS, pinnedTag, servedLoader } from "../../../embed.js/served-loader";

export const dynamic = "force-dynamic";

/** The pinned address of the loader of this release, and its integrity, for `locale`: for builds that write the tag. */
export async function GET(request: Request): Promise<Response> {
  const tag = await pinnedTag(servedLoader(new URL(request.url).searchParams.get("locale")));
  return Response.json(tag, { headers: { ...LOADER_HEADERS, "Cache-Control": "no-store" } });
}
