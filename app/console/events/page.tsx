import type { Metadata } from "next";
import { linkOf } from "@/app/docs/guides";
import { markdown } from "@/app/docs/markdown";
import { EventsPage } from "@/components/console/developers/events";
import { consoleRoute } from "../console-route";
import { asJson } from "../context";
import { readCatalogue } from "./catalogue";

export const metadata: Metadata = { title: "Events" };

export default consoleRoute(async ({ merchant, api }) => {
  const first = asJson(await api.developers.events.list({ merchantId: merchant.id }));
  const documented = readCatalogue().map(({ type, text, example }) => ({
    type,
    text: markdown(text, linkOf),
    example,
  }));
  return <EventsPage first={first} documented={documented} />;
});
