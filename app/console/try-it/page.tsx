import type { Metadata } from "next";
import { redirect } from "next/navigation";
import { knownOperation } from "@/components/console/developers/known-operation";
import { readScenario } from "@/components/console/try-it/simulation-request";
import { TryItPage } from "@/components/console/try-it/try-it";
import { env } from "@/server/lib/config/env";
import { consoleRoute } from "../console-route";
import { asJson } from "../context";

export const metadata: Metadata = { title: "Try it" };

type Props = { searchParams: Promise<{ scenario?: string | string[] }> };

export default consoleRoute(async ({ merchant, may, api }, { searchParams }: Props) => {
  // Without the permission, the navigation does not show this page; a typed address redirects.
  if (!may.includes("developers.reference.send")) redirect("/console");
  const merchantId = merchant.id;
  const [operations, endpoints] = await Promise.all([
    api.developers.reference.read({ merchantId }),
    api.webhooks.endpoints.list({ merchantId }),
  ]);
  const { baseUrl, simbankEnabled } = env();
  return (
    <TryItPage
      operations={asJson(operations.map(knownOperation))}
      endpoints={asJson(endpoints)}
      baseUrl={baseUrl}
      simulated={simbankEnabled}
      scenario={readScenario((await searchParams).scenario)}
    />
  );
});
