import type { Metadata } from "next";
import { ConnectionPage } from "@/components/operator/banks/connection";
import { asJson } from "../../../console/context";
import { orNotFound } from "../../../or-not-found";
import { operatorPage } from "../../context";

export const metadata: Metadata = { title: "Connection" };

export default async function Page({ params }: { params: Promise<{ id: string }> }) {
  const { id } = await params;
  const { api, may } = await operatorPage();
  const first = await orNotFound(api.platform.connections.get({ id }));
  const written = may.includes("platform.connections.read") ? await api.platform.connections.read({ id }) : null;
  return <ConnectionPage first={asJson(first)} written={written} />;
}
