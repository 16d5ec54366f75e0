import type { Metadata } from "next";
import { examPage, type Search } from "../../../exam-page";

export const metadata: Metadata = { title: "Receiver exam" };

type Props = { params: Promise<{ name: string }>; searchParams: Search };

export default async function Page({ params, searchParams }: Props) {
  return examPage((await params).name, searchParams);
}
