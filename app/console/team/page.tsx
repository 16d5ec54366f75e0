import type { Metadata } from "next";
import { TeamPage } from "@/components/console/team/team";
import { consoleRoute } from "../console-route";
import { asJson } from "../context";

export const metadata: Metadata = { title: "Team" };

export default consoleRoute(async ({ merchant, api }) => {
  const of = { merchantId: merchant.id };
  return <TeamPage of={of} first={asJson(await api.team.list(of))} />;
});
