import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { PartnerPage } from "@/components/operator/merchants/partner";
import { isUuid } from "@/server/lib/ids";
import { asJson } from "../../../console/context";
import { orNotFound } from "../../../or-not-found";
import { operatorPage } from "../../context";

export const metadata: Metadata = { title: "Partner" };

export default async function Page({ params }: { params: Promise<{ id: string }> }) {
  const { id: partnerId } = await params;
  const { api } = await operatorPage();
  if (!isUuid(partnerId)) notFound();
  const partner = await orNotFound(api.platform.partners.get({ partnerId }));
  const [merchants, people] = await Promise.all([
    api.platform.merchants.list({ search: null, partnerId, suspended: false, after: null }),
    api.platform.people.list({ search: null, place: { partnerId }, after: null }),
  ]);
  return <PartnerPage partner={asJson(partner)} merchants={asJson(merchants)} people={asJson(people)} />;
}
