import type { Metadata } from "next";
import { consoleRoute } from "../../../console-route";
import { probePage } from "../../probe-page";

export const metadata: Metadata = { title: "Connection test" };

export default consoleRoute(async () => {
  return probePage(null);
});
