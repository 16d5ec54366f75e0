import type { Metadata } from "next";
import type { ReactNode } from "react";
import { ConsoleQueries } from "@/components/console/frame/console-queries";
import { OperatorShell } from "@/components/operator/frame/operator-shell";
import { ZoneProvider } from "@/components/ui/time/zone";
import { readZone } from "../console/zone";
import { operatorPage } from "./context";

export const metadata: Metadata = { title: { absolute: "Bankside Operator", template: "%s · Bankside Operator" } };

export default async function OperatorLayout({ children }: { children: ReactNode }) {
  const { user, may } = await operatorPage();
  return (
    // No merchant is chosen, and the pages cover both modes: test data are labelled.
    <ConsoleQueries mode="live" may={may}>
      <ZoneProvider known={await readZone()}>
        <OperatorShell user={{ name: user.name, email: user.email }} may={may}>
          {children}
        </OperatorShell>
      </ZoneProvider>
    </ConsoleQueries>
  );
}
