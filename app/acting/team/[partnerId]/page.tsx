import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { TeamPage } from "@/components/console/team/team";
import { isUuid } from "@/server/lib/ids";
import { asJson } from "../../../console/context";
import { actingPage } from "../../context";

export const metadata: Metadata = { title: "Team" };

export default async function Page({ params }: { params: Promise<{ partnerId: string }> }) {
  const { partnerId } = await params;
  const { api, partners } = await actingPage();
  if (!isUuid(partnerId) || !partners.some(({ id }) => id === partnerId)) notFound();
  const of = { partnerId };
  return <TeamPage of={of} first={asJson(await api.partnerTeam.list(of))} />;
}
