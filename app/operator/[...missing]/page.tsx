import { notFound } from "next/navigation";
import { operatorPage } from "../context";

/** Every other address beneath the operator's section: its own words for it, in its frame. */
export default async function MissingPage() {
  await operatorPage();
  notFound();
}
