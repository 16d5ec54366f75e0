import { LinkButton } from "../../ui/button";
import { Heading } from "../../ui/heading";
import { Icon, type IconName } from "../../ui/icons";
import { useMay } from "../../ui/queries";
import ui from "../../ui/ui.module.css";
import { NEW_LINK_PATH } from "../frame/nav-items";
import { Attention } from "./attention";

type Way = { icon: IconName; title: string; text: string; to: string; href: string };

const SIMULATE: Way = {
  icon: "play",
  title: "Simulate a payment",
  text: "See the checkout, the API calls and the webhooks side by side. It takes 20 seconds.",
  to: "Simulate a payment",
  href: "/console/try-it",
};

/** The empty list of payments: ways to make the first one, as the user's role allows. */
export function FirstPayment({ title, mode }: { title: string; mode: "live" | "test" }) {
  const may = useMay();
  const link: Way = {
    icon: "link",
    title: "Send a payment link",
    text: "Create a link and open it yourself, or send it to a customer.",
    to: "New payment link",
    href: NEW_LINK_PATH,
  };
  const ways: Way[] = [
    ...(mode === "test" && may("developers.reference.send") ? [SIMULATE] : []),
    ...(may("paymentLinks.create") ? [link] : []),
    ...(may("credentials.list")
      ? [
          {
            icon: "key" as const,
            title: "Call the API",
            text: "Create payments from your own server, with an API key.",
            to: "API keys",
            href: "/console/api-keys",
          },
        ]
      : []),
  ];
  return (
    <>
      <Heading title={title} lead={`No ${mode} payments yet. Payments appear here within a second of being created.`} />
      <Attention />
      <ol className={ui.ways}>
        {ways.map(({ icon, title, text, to, href }, index) => (
          <li key={title}>
            <h2>
              <Icon name={icon} />
              {title}
            </h2>
            <p>{text}</p>
            <LinkButton look={index === 0 ? "primary" : undefined} document href={href}>
              {to}
            </LinkButton>
          </li>
        ))}
      </ol>
    </>
  );
}
