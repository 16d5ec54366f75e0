import { referenceAssets } from "../../../assets/built";
import { GuideDocument } from "../../document";
import { readGuide, withPinnedTag } from "../../guides";
import { notThere, page } from "../../respond";

export const dynamic = "force-dynamic";

/** GET of a guide of docs/integrate as a page. */
export async function GET(_request: Request, { params }: { params: Promise<{ guide?: string[] }> }): Promise<Response> {
  const guide = readGuide(((await params).guide ?? []).join("/"));
  if (!guide) return notThere();
  const text = await withPinnedTag(guide.text);
  return page(<GuideDocument assets={referenceAssets()} guide={{ ...guide, text }} />);
}
