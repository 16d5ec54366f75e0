import { redirect } from "next/navigation";
import { consolePage } from "./context";

export default async function ConsoleFront() {
  // Without a merchant the layout says what there is to say.
  return (await consolePage()) ? redirect("/console/payments") : null;
}
