import type { Metadata } from "next";
import { PartnersPage } from "@/components/operator/merchants/partners";
import { asJson } from "../../console/context";
import { operatorPage } from "../context";

export const metadata: Metadata = { title: "Partners" };

export default async function Page() {
  const { api } = await operatorPage();
  return <PartnersPage first={asJson(await api.platform.partners.list())} />;
}
