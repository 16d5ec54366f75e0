import type { Metadata } from "next";
import { SignatureDoctor } from "@/components/console/signature-doctor/doctor";
import { requireConsolePage } from "../../context";

export const metadata: Metadata = { title: "Signature doctor" };

export default async function Page() {
  await requireConsolePage();
  return <SignatureDoctor />;
}
