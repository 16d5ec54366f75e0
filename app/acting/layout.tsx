import type { Metadata } from "next";
import type { ReactNode } from "react";
import { ActingShell } from "@/components/console/acting/acting-shell";
import { ConsoleQueries } from "@/components/console/frame/console-queries";
import { ZoneProvider } from "@/components/ui/time/zone";
import { readZone } from "../console/zone";
import { actingPage } from "./context";

export const metadata: Metadata = {
  title: { absolute: "Merchants · Bankside Console", template: "%s · Bankside Console" },
};

export default async function ActingLayout({ children }: { children: ReactNode }) {
  const { user, isOperator, partners } = await actingPage();
  return (
    // No merchant is chosen yet: the queries belong to no merchant.
    <ConsoleQueries mode="live" may={[]}>
      <ZoneProvider known={await readZone()}>
        <ActingShell user={{ name: user.name, email: user.email }} isOperator={isOperator} partners={partners}>
          {children}
        </ActingShell>
      </ZoneProvider>
    </ConsoleQueries>
  );
}
