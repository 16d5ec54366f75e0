import { ActingMerchants } from "@/components/console/acting/acting-merchants";
import { asJson } from "../console/context";
import { actingPage } from "./context";

export default async function Page() {
  const { api, isOperator, partners } = await actingPage();
  const whose = isOperator ? "this installation" : partners.map(({ name }) => name).join(" and ");
  return <ActingMerchants first={asJson(await api.acting.merchants({ search: "" }))} whose={whose} />;
}
