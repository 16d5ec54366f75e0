import type { Metadata } from "next";
import type { ReactNode } from "react";
import { AccountFrame } from "@/components/console/account/account-frame";
import { ConsoleQueries } from "@/components/console/frame/console-queries";
import { ZoneProvider } from "@/components/ui/time/zone";
import { readZone } from "../console/zone";
import { accountPage } from "./context";

export const metadata: Metadata = { title: "Security" };

export default async function AccountLayout({ children }: { children: ReactNode }) {
  const { user, places } = await accountPage();
  return (
    // The page belongs to the user: no merchant and no mode.
    <ConsoleQueries mode="live" may={[]}>
      <ZoneProvider known={await readZone()}>
        <AccountFrame email={user.email} places={places}>
          {children}
        </AccountFrame>
      </ZoneProvider>
    </ConsoleQueries>
  );
}
