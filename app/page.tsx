import type { Metadata } from "next";
import { getSession } from "@/app/console/session";
import s from "@/components/console/sign-in/front.module.css";
import { FrontHead } from "@/components/console/sign-in/front-head";
import { VisitForm } from "@/components/console/try-it/visit-form";
import { Icon } from "@/components/ui/icons";
import { env } from "@/server/lib/config/env";
import { hasOutbox } from "@/server/mail/list-mails";

export const metadata: Metadata = { title: { absolute: "Bankside: pay by bank" } };

export default async function FrontPage() {
  const { demo } = env();
  const shop = demoShop();
  return (
    <main className={s.page}>
      <FrontHead signedIn={(await getSession()) !== null} />
      <h1>Customers pay straight from their bank</h1>
      <p className={s.lead}>
        Your own pay-by-bank service: a REST API, a checkout to embed, and a Console for merchants.{" "}
        {demo ? " This is a demo: banks are simulated and no money moves; everything else is real." : null}
      </p>
      {demo ? <VisitForm scenario="" /> : null}
      <ul className={s.doors}>
        {shop ? (
          <li>
            <Door href={shop}>Demo shop</Door>
            <span>Buy something, pay at a simulated bank, and see the shop receive the webhook.</span>
          </li>
        ) : null}
        <li>
          <Door href="/console">Console</Door>
          <span>A merchant’s payments, payment links, webhooks, API keys and balances.</span>
        </li>
        {hasOutbox() ? (
          <li>
            <Door href="/outbox">E-mail outbox</Door>
            <span>The demo’s e-mails, with the sign-in codes. They stay on this machine.</span>
          </li>
        ) : null}
        <li>
          <Door href="/docs">API reference</Door>
          <span>Every endpoint, with guides and examples. Send requests from the page.</span>
        </li>
      </ul>
    </main>
  );
}

function Door({ href, children }: { href: string; children: string }) {
  return (
    <a href={href}>
      {children}
      <Icon name="right" />
    </a>
  );
}

/** The address of the demo shop; null on an installation without it. */
function demoShop(): string | null {
  const { demo, demoPublic, shopPort, baseUrl } = env();
  if (!demo || demoPublic) return null;
  const shop = new URL(baseUrl);
  shop.port = String(shopPort);
  return shop.origin;
}
