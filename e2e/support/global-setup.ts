// Runs once before all specs.
import { buildGallery } from "./build-gallery";

export default async function setUp(): Promise<void> {
  await buildGallery(process.env["E2E_GALLERY"] ?? "");
}
