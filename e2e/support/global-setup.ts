// Runs once before all specs.
import { rmSync } from "node:fs";
import path from "node:path";
import { buildGallery } from "./build-gallery";

/** Returns the teardown. */
export default async function setUp(): Promise<() => void> {
  const { E2E_GALLERY: gallery = "", E2E_PAGES: pages = "" } = process.env;
  await buildGallery(gallery);
  return () => {
    for (const folder of [gallery, path.dirname(pages)]) rmSync(folder, { recursive: true, force: true });
  };
}
