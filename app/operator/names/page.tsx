import type { Metadata } from "next";
import { NamesPage } from "@/components/operator/merchants/names";
import { asJson } from "../../console/context";
import { operatorPage } from "../context";

export const metadata: Metadata = { title: "Name requests" };

export default async function Page() {
  const { api } = await operatorPage();
  return <NamesPage first={asJson(await api.platform.names.list())} />;
}
