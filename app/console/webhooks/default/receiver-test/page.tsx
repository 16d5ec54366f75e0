import type { Metadata } from "next";
import { consoleRoute } from "../../../console-route";
import { receiverTestPage, type Search } from "../../receiver-test-page";

export const metadata: Metadata = { title: "Receiver test" };

export default consoleRoute(async (_, { searchParams }: { searchParams: Search }) => {
  return receiverTestPage(null, searchParams);
});
