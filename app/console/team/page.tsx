import type { Metadata } from "next";
import { TeamPage } from "@/components/console/team/team";
import { asJson, requireConsolePage } from "../context";

export const metadata: Metadata = { title: "Team" };

export default async function Page() {
  const { merchant, api } = await requireConsolePage();
  const of = { merchantId: merchant.id };
  return <TeamPage of={of} first={asJson(await api.team.list(of))} />;
}
