import type { ProcedurePath } from "@/server/identity/permissions/permissions";
import { Section } from "../../ui/heading";
import { Link } from "../../ui/link";
import { useMay } from "../../ui/queries";
import ui from "../../ui/ui.module.css";
import { endpointPath } from "./endpoints-table";

type Tool = { href: string; needs: ProcedurePath; title: string; text: string };

/** The tools that check the server behind an endpoint. `needs`: the call that the tool's page makes first. */
export function Checks({ name }: { name: string | null }) {
  const may = useMay();
  const tools: Tool[] = [
    {
      href: `${endpointPath(name)}/probe`,
      needs: "webhooks.diagnostics.lastProbe",
      title: "Connection test",
      text: "DNS, certificate, redirects, bot protection, response time and clock",
    },
    {
      href: `${endpointPath(name)}/receiver-test`,
      needs: "webhooks.diagnostics.listReceiverTests",
      title: "Receiver test",
      text: "How your server handles forged, old, duplicate and out-of-order events",
    },
    {
      href: "/console/webhooks/signature",
      needs: "webhooks.endpoints.list",
      title: "Signature troubleshooter",
      text: "Why signature verification fails",
    },
  ];
  return (
    <>
      <Section title="Diagnostics" />
      <ul className={ui.rows}>
        {tools.map(({ href, needs, title, text }) =>
          may(needs) ? (
            <li key={href}>
              <div>
                <b>
                  <Link href={href}>{title}</Link>
                </b>
                <p>{text}</p>
              </div>
            </li>
          ) : null,
        )}
      </ul>
    </>
  );
}
