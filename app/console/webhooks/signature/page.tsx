import type { Metadata } from "next";
import { SignatureTroubleshooter } from "@/components/console/signature-troubleshooter/troubleshooter";
import { consoleRoute } from "../../console-route";

export const metadata: Metadata = { title: "Signature troubleshooter" };

export default consoleRoute(async () => {
  return <SignatureTroubleshooter />;
});
