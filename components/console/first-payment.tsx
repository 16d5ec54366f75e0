"use client";

import { Attention } from "./attention";
import { Heading } from "./heading";
import { Icon, type IconName } from "./icons";
import { useMay } from "./queries";
import ui from "./ui.module.css";

type Way = { icon: IconName; title: string; text: string; to: string; href: string };

/** Before there is anything to list: how the first payment comes about, by what the user may do. */
export function FirstPayment({ shop, mode }: { shop: string | null; mode: "live" | "test" }) {
  const may = useMay();
  const link: Way = {
    icon: "link",
    title: "Send a link",
    text: "Make a page that takes one payment, and open it yourself.",
    to: "New payment link",
    href: "/console/payment-links?new",
  };
  const ways: Way[] = [
    ...(shop && mode === "test"
      ? [
          {
            icon: "play" as const,
            title: "Buy in the demo shop",
            text: "Be the shopper: choose a bank, approve, and watch the shop hear of it.",
            to: "Open the shop",
            href: shop,
          },
        ]
      : []),
    ...(may("paymentLinks.create") ? [link] : []),
    ...(may("credentials.list")
      ? [
          {
            icon: "key" as const,
            title: "Call the API",
            text: "With a credential, from your own server.",
            to: "Credentials",
            href: "/console/credentials",
          },
        ]
      : []),
  ];
  const count = ["", "One way", "Two ways", "Three ways"][ways.length];
  const seen = "This page shows it as soon as it is there.";
  return (
    <>
      <Heading
        title={mode === "live" ? "No live payment yet" : "No payment yet"}
        lead={count ? `${count} to see the first one. ${seen}` : seen}
      />
      <Attention />
      <ol className={ui.ways}>
        {ways.map(({ icon, title, text, to, href }, index) => (
          <li key={title}>
            <h2>
              <Icon name={icon} />
              {title}
            </h2>
            <p>{text}</p>
            <a className={index === 0 ? `${ui.button} ${ui.primary}` : ui.button} href={href}>
              {to}
            </a>
          </li>
        ))}
      </ol>
    </>
  );
}
