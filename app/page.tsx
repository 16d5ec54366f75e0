import type { Metadata } from "next";
import s from "@/components/console/front.module.css";
import { Mark } from "@/components/console/icons";
import { env } from "@/server/lib/env";
import { hasOutbox } from "@/server/mail/list-outbox";
import { demoShop } from "./demo-shop";

export const metadata: Metadata = { title: { absolute: "Bankside: pay by bank" } };

export default function FrontPage() {
  const { demo } = env();
  const shop = demoShop();
  return (
    <main className={s.page}>
      <p className={s.brand}>
        <Mark size={28} />
        Bankside
      </p>
      <h1>Shoppers pay straight from their bank</h1>
      <p className={s.lead}>
        A payment service of one&rsquo;s own: a REST API, a checkout to embed, and a Console for merchants.
        {demo ? " This one is a demo: banks are simulated, no money moves, and everything else is real." : null}
      </p>
      <ul className={s.doors}>
        {shop ? (
          <li>
            <a href={shop}>Demo shop</a>
            <span>Buy something, pay at a simulated bank, and see the shop hear of it.</span>
          </li>
        ) : null}
        <li>
          <a href="/console">Console</a>
          <span>Payments, payment links, webhooks, credentials and balances of a merchant.</span>
        </li>
        {hasOutbox() ? (
          <li>
            <a href="/outbox">Mail outbox</a>
            <span>Mail of the demo stays on this machine: sign-in codes are here.</span>
          </li>
        ) : null}
        <li>
          <a href="/docs">API reference</a>
          <span>Every endpoint, to read and to try; guides with examples beside it.</span>
        </li>
      </ul>
    </main>
  );
}
