import type { Metadata } from "next";
import { probePage } from "../../probe-page";

export const metadata: Metadata = { title: "Connection test" };

export default function Page() {
  return probePage(null);
}
