import type { Metadata } from "next";
import { SignatureTroubleshooter } from "@/components/console/signature-troubleshooter/troubleshooter";
import { requireConsolePage } from "../../context";

export const metadata: Metadata = { title: "Signature troubleshooter" };

export default async function Page() {
  await requireConsolePage();
  return <SignatureTroubleshooter />;
}
