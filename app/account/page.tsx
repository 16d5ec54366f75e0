import { headers } from "next/headers";
import { OwnSignIn } from "@/components/console/account/own-sign-in";
import { deviceOf } from "@/server/access/device-words";
import { asJson } from "../console/context";
import { accountPage } from "./context";

export default async function Page() {
  const { api } = await accountPage();
  const device = deviceOf((await headers()).get("user-agent"));
  return <OwnSignIn first={asJson(await api.me.get())} device={device} />;
}
