import { notFound } from "next/navigation";
import { requireConsolePage } from "../context";

/** Every other address beneath the Console: its own words for it, in its frame. */
export default async function MissingPage() {
  await requireConsolePage();
  notFound();
}
