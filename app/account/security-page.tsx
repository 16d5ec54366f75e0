import { headers } from "next/headers";
import { OwnSignIn } from "@/components/console/account/own-sign-in";
import { cursorOf, type Search } from "@/components/ui/filter/filter-address";
import { formatDevice } from "@/server/identity/users/device-labels";
import { asJson } from "../console/context";
import { orBeginAt } from "../console/or-begin-at";
import { accountPage } from "./context";

/** The signed-in user's sign-in methods, sessions and history. */
export async function SecurityPage({ path, search }: { path: string; search: Search }) {
  const cursor = cursorOf(search);
  const { api } = await accountPage();
  const device = formatDevice((await headers()).get("user-agent"));
  const [own, history] = await Promise.all([api.me.get(), orBeginAt(path, api.me.history({ cursor }))]);
  return <OwnSignIn first={asJson(own)} device={device} history={asJson(history)} cursor={cursor} />;
}
