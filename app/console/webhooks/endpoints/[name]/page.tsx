import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { EndpointPage } from "@/components/console/endpoint";
import { isAppError } from "@/server/lib/errors";
import { asJson, requireConsolePage } from "../../../context";

type Params = { params: Promise<{ name: string }> };

export async function generateMetadata({ params }: Params): Promise<Metadata> {
  return { title: (await params).name };
}

export default async function Page({ params }: Params) {
  const { name } = await params;
  const { merchant, api } = await requireConsolePage();
  const input = { merchantId: merchant.id };
  // The caller wraps what a use-case throws; the cause is its own.
  const endpoint = await api.webhooks.endpoints.get({ ...input, name }).catch((error: Error) => {
    if (isAppError(error.cause) && error.cause.code === "NOT_FOUND") return null;
    throw error;
  });
  if (!endpoint) notFound();
  return <EndpointPage first={asJson(endpoint)} firstHealth={asJson(await api.webhooks.health.list(input))} />;
}
