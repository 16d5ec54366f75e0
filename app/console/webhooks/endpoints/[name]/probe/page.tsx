import type { Metadata } from "next";
import { probePage } from "../../../probe-page";

export const metadata: Metadata = { title: "Connection test" };

export default async function Page({ params }: { params: Promise<{ name: string }> }) {
  return probePage((await params).name);
}
