import { notFound } from "next/navigation";
import { requireConsolePage } from "../context";

/** Unknown addresses under /console get the Console's own 404 page, with navigation. */
export default async function MissingPage() {
  await requireConsolePage();
  notFound();
}
