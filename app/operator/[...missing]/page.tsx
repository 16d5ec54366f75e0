import { notFound } from "next/navigation";
import { operatorPage } from "../context";

/** Unknown addresses under /operator get the section's own 404 page, with navigation. */
export default async function MissingPage() {
  await operatorPage();
  notFound();
}
