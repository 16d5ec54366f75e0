import type { Metadata } from "next";
import { consoleRoute } from "../../../../console-route";
import { receiverTestPage, type Search } from "../../../receiver-test-page";

export const metadata: Metadata = { title: "Receiver test" };

type Props = { params: Promise<{ name: string }>; searchParams: Search };

export default consoleRoute(async (_, { params, searchParams }: Props) => {
  return receiverTestPage((await params).name, searchParams);
});
