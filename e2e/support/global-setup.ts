// Once before all journeys.
import { rmSync } from "node:fs";
import { buildGallery } from "./build-gallery";

/** Returns what removes it again. */
export default async function setUp(): Promise<() => void> {
  const folder = process.env["E2E_GALLERY"] ?? "";
  await buildGallery(folder);
  return () => rmSync(folder, { recursive: true, force: true });
}
