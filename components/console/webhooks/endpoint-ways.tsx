import { LinkButton } from "../../ui/button";
import { Section } from "../../ui/heading";
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
      action: "Test connection",
      text: "Sends a signed event and checks DNS, connection, certificate, redirects, bot protection and clock.",
    },
    {
      href: `${endpointPath(name)}/exam`,
      title: "Receiver test",
      action: "Run receiver test",
      text: "Sends valid, forged, old, duplicate, out-of-order and slow events, and checks how your server handles each.",
    },
    {
      href: "/console/webhooks/doctor",
      title: "Signature troubleshooter",
      action: "Debug a signature",
      text: "Find out why signature verification fails. Nothing leaves your browser.",
    },
  ];
  return (
    <>
      <Section title="Diagnostics" />
      <ul className={ui.rows}>
        {tools.map(({ href, title, text, action }) => (
          <li key={href}>
            <div>
              <b>{title}</b>
              <p>{text}</p>
            </div>
            <LinkButton slim href={href}>
              {action}
            </LinkButton>
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
