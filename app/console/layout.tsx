import type { Metadata } from "next";
import { cookies } from "next/headers";
import type { ReactNode } from "react";
import { ActingBand } from "@/components/console/frame/acting-band";
import { ConsoleQueries } from "@/components/console/frame/console-queries";
import { Shell } from "@/components/console/frame/shell";
import { setUpCookie } from "@/components/console/overview/set-up-steps";
import s from "@/components/console/sign-in/front.module.css";
import { Button } from "@/components/ui/button";
import { Link } from "@/components/ui/link";
import { ZoneProvider } from "@/components/ui/time/zone";
import { platformRoles } from "@/server/identity/sessions/console-access";
import { asJson, consolePage } from "./context";
import { getSession } from "./session";
import { readSetUp } from "./set-up";
import { readZone } from "./zone";

export const metadata: Metadata = { title: { absolute: "Bankside Console", template: "%s · Bankside Console" } };

export default async function ConsoleLayout({ children }: { children: ReactNode }) {
  const page = await consolePage();
  if (!page) {
    return (
      <main className={s.page}>
        <h1>No access to a merchant</h1>
        {(await isOfPlatform()) ? (
          <p>
            This installation has no merchant that you can open.{" "}
            <Link href="/operator/merchants">Create a merchant</Link>.
          </p>
        ) : (
          <p>You are signed in, but you have no access to a merchant. Contact its owner or the operator.</p>
        )}
        <form method="post" action="/sign-in/end">
          <Button look="plain" type="submit">
            Sign out
          </Button>
        </form>
      </main>
    );
  }
  const { user, merchants, merchant, mode, hasLive, may, api } = page;
  const [failing, setUp] = await Promise.all([api.webhooks.health.failing({ merchantId: merchant.id }), readSetUp()]);
  const shown = { id: merchant.id, name: merchant.brandName };
  const isHidden = (await cookies()).has(setUpCookie(merchant.id));
  return (
    // Another merchant or mode starts with an empty cache.
    <ConsoleQueries key={`${merchant.id} ${mode}`} merchant={shown} mode={mode} may={may}>
      <ZoneProvider known={await readZone()}>
        <Shell
          user={{ name: user.name, email: user.email }}
          merchants={merchants}
          merchant={merchant}
          operator={platformRoles(user).length > 0}
          mode={mode}
          hasLive={hasLive}
          may={may}
          acting={
            merchant.acting === null ? null : (
              <ActingBand key="acting" merchant={merchant.brandName} by={merchant.acting.name} />
            )
          }
          failing={asJson(failing)}
          setUp={setUp && { first: asJson(setUp), isHidden }}
        >
          {children}
        </Shell>
      </ZoneProvider>
    </ConsoleQueries>
  );
}

/** Whether the user has a role at the platform. On a new installation such a user may create a merchant. */
async function isOfPlatform(): Promise<boolean> {
  const session = await getSession();
  return session !== null && platformRoles(session.user).length > 0;
}
