import type { Metadata } from "next";
import { SystemPage } from "@/components/operator/system/system";
import { asJson } from "../console/context";
import { operatorPage } from "./context";

export const metadata: Metadata = { title: { absolute: "System · Bankside Operator" } };

export default async function Page() {
  const { api } = await operatorPage();
  const [system, hour] = await Promise.all([api.platform.system.read(), api.platform.system.lastHour()]);
  return <SystemPage first={asJson(system)} hour={asJson(hour)} />;
}
