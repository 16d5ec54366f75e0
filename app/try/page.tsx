import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { knownOperation } from "@/components/console/developers/known-operation";
import { ConsoleQueries } from "@/components/console/frame/console-queries";
import s from "@/components/console/sign-in/front.module.css";
import { FrontHead } from "@/components/console/sign-in/front-head";
import { readScenario } from "@/components/console/try-it/simulation-request";
import { TryItPage } from "@/components/console/try-it/try-it";
import { VisitForm } from "@/components/console/try-it/visit-form";
import { Note } from "@/components/ui/parts";
import { ZoneProvider } from "@/components/ui/time/zone";
import { env } from "@/server/lib/config/env";
import { asJson, consolePage } from "../console/context";
import { getSession } from "../console/session";
import { readZone } from "../console/zone";
import { readBeginKey } from "./begin-key";

export const metadata: Metadata = { title: "Try it" };

const ERRORS = new Map(
  Object.entries({
    full: "This demo has no room for another visitor right now. Try again within the hour.",
    here: "Too many visitors from your network are using this demo. Try again within the hour.",
    elsewhere: "Start your visit with the button on this page.",
  }),
);

type Props = { searchParams: Promise<Partial<Record<"scenario" | "error", string | string[]>>> };

/** A test payment from all sides, without signing in: for visitors of a demo, each with a merchant of their own. */
export default async function Page({ searchParams }: Props) {
  const { demo, baseUrl, simbankEnabled } = env();
  if (!demo) notFound();
  const search = await searchParams;
  const scenario = readScenario(search.scenario);
  const session = await getSession();
  const page = session ? await consolePage() : null;
  if (!page?.may.includes("developers.reference.send")) {
    const error = typeof search.error === "string" ? ERRORS.get(search.error) : undefined;
    return (
      <main className={s.page}>
        <FrontHead signedIn={page !== null} />
        <h1>Try a payment by bank</h1>
        <p className={s.lead}>
          You are the customer. The checkout, the API calls and the webhooks appear as they happen. You get a merchant
          of your own for an hour. No real money moves.
        </p>
        {error ? <Note tone="warn">{error}</Note> : null}
        <VisitForm scenario={scenario} />
      </main>
    );
  }
  const { merchant, mode, may, api, user } = page;
  const merchantId = merchant.id;
  const [operations, endpoints] = await Promise.all([
    api.developers.reference.read({ merchantId }),
    api.webhooks.endpoints.list({ merchantId }),
  ]);
  return (
    <ConsoleQueries merchant={{ id: merchantId, name: merchant.brandName }} mode={mode} may={may}>
      <ZoneProvider known={await readZone()}>
        <main className={`${s.page} ${s.wide}`}>
          <FrontHead signedIn />
          <TryItPage
            title="Try a payment by bank"
            isVisit={user.memberships.some(({ role }) => role === "visitor")}
            ownKey={await readBeginKey()}
            operations={asJson(operations.map(knownOperation))}
            endpoints={asJson(endpoints)}
            baseUrl={baseUrl}
            simulated={simbankEnabled}
            scenario={scenario}
          />
        </main>
      </ZoneProvider>
    </ConsoleQueries>
  );
}
