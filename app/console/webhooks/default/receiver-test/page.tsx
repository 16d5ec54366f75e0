import type { Metadata } from "next";
import { receiverTestPage, type Search } from "../../receiver-test-page";

export const metadata: Metadata = { title: "Receiver test" };

export default function Page({ searchParams }: { searchParams: Search }) {
  return receiverTestPage(null, searchParams);
}
