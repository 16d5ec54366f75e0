import { ExamPage } from "@/components/console/webhook-exam";
import { isUuid } from "@/server/lib/ids";
import { asJson } from "../context";
import { checkedDestination } from "./checked";

export type Search = Promise<{ exam?: string | string[] }>;

/** The exams of a destination. `name`: null for the default URL. */
export async function examPage(name: string | null, searchParams: Search) {
  const { exam } = await searchParams;
  const wanted = typeof exam === "string" && isUuid(exam) ? exam : null;
  const { api, input, endpoint } = await checkedDestination(name);
  const first = await api.webhooks.exam.list({ ...input, ...(wanted === null ? {} : { exam: wanted }) });
  const refusal = refusalOf(endpoint);
  return (
    <ExamPage key={wanted} name={name} url={endpoint.url} refusal={refusal} wanted={wanted} first={asJson(first)} />
  );
}

/** Said before anybody presses: the use-case refuses the same. */
function refusalOf(endpoint: { url: string | null; environment: string; disabledAt: Date | null }): string | null {
  if (endpoint.url === null) return "There is no URL yet, so there is nothing to examine.";
  if (endpoint.disabledAt) return "This endpoint is disabled. Enable it, then examine it.";
  if (endpoint.environment === "Live")
    return "This endpoint takes live payments only, and an exam sends tests. Let it take both while it is examined, or examine another that leads to the same receiver.";
  return null;
}
