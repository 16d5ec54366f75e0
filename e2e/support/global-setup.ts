// Once before all journeys.
import { rmSync } from "node:fs";
import path from "node:path";
import { buildGallery } from "./build-gallery";

/** Returns what removes it again. */
export default async function setUp(): Promise<() => void> {
  const { E2E_GALLERY: gallery = "", E2E_PAGES: pages = "" } = process.env;
  await buildGallery(gallery);
  return () => {
    for (const folder of [gallery, path.dirname(pages)]) rmSync(folder, { recursive: true, force: true });
  };
}
