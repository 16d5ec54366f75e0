import { Section } from "../../ui/heading";
import { Link } from "../../ui/link";
import ui from "../../ui/ui.module.css";
import type { Outputs } from "../frame/queries";
import { SwitchEndpoint } from "./endpoint-switch";
import { endpointPath } from "./endpoints-table";
import { isStopped } from "./health-labels";
import { PauseEndpoint } from "./pause-endpoint";

type Endpoint = Outputs["webhooks"]["endpoints"]["get"];
type Health = Outputs["webhooks"]["health"]["list"][number];

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

/** Pausing and disabling an endpoint, each with its effect. */
export function Stops({ endpoint, health }: { endpoint: Endpoint; health: Health | undefined }) {
  const { name } = endpoint;
  const isDisabled = health?.state === "disabled";
  const canPause = !isDisabled && health !== undefined && !isStopped(health.state);
  if (!canPause && name === null) return null;
  return (
    <>
      <Section title={isDisabled ? "Enable" : canPause ? "Pause or disable" : "Disable"} />
      <ul className={ui.rows}>
        {canPause ? (
          <li>
            <div>
              <b>Pause</b>
              <p>Payments continue; events are queued for up to 30 days. Use during maintenance.</p>
            </div>
            <PauseEndpoint health={health} />
          </li>
        ) : null}
        {name === null ? null : (
          <li>
            <div>
              <b>{isDisabled ? "Disabled" : "Disable"}</b>
              <p>
                {isDisabled
                  ? "Once it is enabled, payments can name it and new events are sent to it. Resend missed events from the delivery log."
                  : "Payments that name it are rejected, and nothing is sent to it. Endpoints are never deleted; you can enable it again."}
              </p>
            </div>
            <SwitchEndpoint name={name} isDisabled={isDisabled} waiting={health?.waiting} />
          </li>
        )}
      </ul>
    </>
  );
}
