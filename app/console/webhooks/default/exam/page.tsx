import type { Metadata } from "next";
import { examPage, type Search } from "../../exam-page";

export const metadata: Metadata = { title: "Receiver exam" };

export default function Page({ searchParams }: { searchParams: Search }) {
  return examPage(null, searchParams);
}
