import { env } from "@/server/lib/config/env";
import { docsAssets } from "../../../assets/built";
import { GuideDocument, MissingGuideDocument } from "../../document";
import { atInstallation, readGuide } from "../../guides";
import { page } from "../../respond";

/** GET of a guide of docs/integrate as a page. */
export async function GET(_request: Request, { params }: { params: Promise<{ guide?: string[] }> }): Promise<Response> {
  const guide = readGuide(((await params).guide ?? []).join("/"));
  if (!guide) return page(<MissingGuideDocument assets={docsAssets()} />, 404);
  const text = await atInstallation(guide.text, env().baseUrl);
  return page(<GuideDocument assets={docsAssets()} guide={{ ...guide, text }} />);
}
