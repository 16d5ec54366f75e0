import type { Metadata } from "next";
import { redirect } from "next/navigation";
import { PlayPage } from "@/components/console/play/play";
import { env } from "@/server/lib/env";
import { asJson, requireConsolePage } from "../context";

export const metadata: Metadata = { title: "Play a payment" };

export default async function Page() {
  const { merchant, may, api } = await requireConsolePage();
  // Who has nothing to do here has no way here but the address.
  if (!may.includes("developers.reference.send")) redirect("/console");
  const merchantId = merchant.id;
  const [operations, destinations] = await Promise.all([
    api.developers.reference.read({ merchantId }),
    api.webhooks.endpoints.list({ merchantId }),
  ]);
  const { baseUrl, simbankEnabled } = env();
  return (
    <PlayPage
      operations={operations.map(({ id, method, path, summary, auth, hasBody }) => ({
        ...{ id, method, path, summary, auth, hasBody },
      }))}
      destinations={asJson(destinations)}
      baseUrl={baseUrl}
      simulated={simbankEnabled}
    />
  );
}
