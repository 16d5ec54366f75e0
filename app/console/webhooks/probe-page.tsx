import { ProbePage } from "@/components/console/receiver-test/webhook-probe";
import { asJson } from "../context";
import { checkedEndpoint } from "./checked";

/** The connection test of an endpoint. `name`: null for the default endpoint. */
export async function probePage(name: string | null) {
  const { api, input, endpoint } = await checkedEndpoint(name);
  return <ProbePage name={name} url={endpoint.url} first={asJson(await api.webhooks.diagnostics.lastProbe(input))} />;
}
