import { ReceiverTestPage } from "@/components/console/receiver-test/receiver-test";
import { isUuid } from "@/server/lib/ids";
import { asJson } from "../context";
import { checkedEndpoint } from "./checked";

export type Search = Promise<{ test?: string | string[] }>;

/** The receiver tests of an endpoint. `name`: null for the default endpoint. */
export async function receiverTestPage(name: string | null, searchParams: Search) {
  const { test: id } = await searchParams;
  const wanted = typeof id === "string" && isUuid(id) ? id : null;
  const { api, input, endpoint } = await checkedEndpoint(name);
  const first = await api.webhooks.diagnostics.listReceiverTests({
    ...input,
    ...(wanted === null ? {} : { receiverTest: wanted }),
  });
  const refusal = refusalOf(endpoint);
  return (
    <ReceiverTestPage
      key={wanted}
      name={name}
      url={endpoint.url}
      refusal={refusal}
      wanted={wanted}
      first={asJson(first)}
    />
  );
}

/** Why the test cannot start, shown in advance: the use-case rejects the same. */
function refusalOf(endpoint: { url: string | null; environment: string; disabledAt: Date | null }): string | null {
  if (endpoint.url === null) return "No URL is set yet. Set one to run the receiver test.";
  if (endpoint.disabledAt) return "This endpoint is disabled. Enable it to run the receiver test.";
  if (endpoint.environment === "Live")
    return "This endpoint receives live payments only, and the receiver test sends test events. Set its mode to live and test, or test another endpoint with the same URL.";
  return null;
}
