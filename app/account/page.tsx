import { headers } from "next/headers";
import { OwnSignIn } from "@/components/console/account/own-sign-in";
import { cursorOf, type Search } from "@/components/ui/filter/filter-address";
import { formatDevice } from "@/server/identity/users/device-labels";
import { asJson } from "../console/context";
import { orBeginAt } from "../console/webhooks/or-begin-at";
import { accountPage } from "./context";

export default async function Page({ searchParams }: { searchParams: Promise<Search> }) {
  const cursor = cursorOf(await searchParams);
  const { api } = await accountPage();
  const device = formatDevice((await headers()).get("user-agent"));
  const [own, history] = await Promise.all([
    api.me.get(),
    orBeginAt("/account", api.me.history(cursor === undefined ? {} : { cursor })),
  ]);
  return <OwnSignIn first={asJson(own)} device={device} history={asJson(history)} cursor={cursor} />;
}
