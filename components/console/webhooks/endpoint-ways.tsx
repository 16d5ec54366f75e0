import { Section } from "../../ui/heading";
import { Link } from "../../ui/link";
import ui from "../../ui/ui.module.css";
import { endpointPath } from "./endpoints-table";

/** The tools that check the server behind an endpoint. */
export function Checks({ name }: { name: string | null }) {
  const tools = [
    {
      href: `${endpointPath(name)}/probe`,
      title: "Connection test",
      text: "DNS, certificate, redirects, bot protection, response time and clock",
    },
    {
      href: `${endpointPath(name)}/receiver-test`,
      title: "Receiver test",
      text: "How your server handles forged, old, duplicate and out-of-order events",
    },
    {
      href: "/console/webhooks/signature",
      title: "Signature troubleshooter",
      text: "Why signature verification fails",
    },
  ];
  return (
    <>
      <Section title="Diagnostics" />
      <ul className={ui.rows}>
        {tools.map(({ href, title, text }) => (
          <li key={href}>
            <div>
              <b>
                <Link href={href}>{title}</Link>
              </b>
              <p>{text}</p>
            </div>
          </li>
        ))}
      </ul>
    </>
  );
}
