import { ProbePage } from "@/components/console/webhook-probe";
import { asJson } from "../context";
import { checkedDestination } from "./checked";

/** The probe of a destination. `name`: null for the default URL. */
export async function probePage(name: string | null) {
  const { api, input, endpoint } = await checkedDestination(name);
  return <ProbePage name={name} url={endpoint.url} first={asJson(await api.webhooks.exam.lastProbe(input))} />;
}
