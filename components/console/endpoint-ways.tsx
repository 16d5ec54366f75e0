import Link from "next/link";
import s from "./endpoint.module.css";
import { SwitchEndpoint } from "./endpoint-switch";
import { endpointPath } from "./endpoints-table";
import { Section } from "./heading";
import { HoldDestination } from "./hold-destination";
import type { Outputs } from "./queries";
import ui from "./ui.module.css";

type Endpoint = Outputs["webhooks"]["endpoints"]["get"];
type Health = Outputs["webhooks"]["health"]["list"][number];

/** The ways to find out whether the server behind it does what it should. */
export function Checks({ name }: { name: string | null }) {
  const ways = [
    {
      href: `${endpointPath(name)}/probe`,
      title: "Can we reach it?",
      action: "Probe it",
      text: "Name, connection, certificate, redirects, bot walls, clock: what stands between us and your server.",
    },
    {
      href: `${endpointPath(name)}/exam`,
      title: "Does it do what it should?",
      action: "Examine it",
      text: "Valid, forged, stale, doubled, out of order, slow: what does your server do with each?",
    },
    {
      href: "/console/webhooks/doctor",
      title: "Why does a signature not verify?",
      action: "Signature doctor",
      text: "Paste what your server received, and learn why it does not verify. Nothing leaves your browser.",
    },
  ];
  return (
    <>
      <Section title="Is it right?" />
      <ul className={s.ways}>
        {ways.map(({ href, title, text, action }) => (
          <li key={href}>
            <div>
              <b>{title}</b>
              <p>{text}</p>
            </div>
            <Link className={`${ui.button} ${ui.slim}`} href={href}>
              {action}
            </Link>
          </li>
        ))}
      </ul>
    </>
  );
}

/** Pausing it, and disabling it: what each means. */
export function Stops({ endpoint, health }: { endpoint: Endpoint; health: Health | undefined }) {
  const { name, disabledAt } = endpoint;
  const isDisabled = disabledAt !== null;
  return (
    <>
      <Section title="Stop it" />
      <ul className={s.ways}>
        {isDisabled || !health || health.state === "paused" ? null : (
          <li>
            <div>
              <b>Pause it</b>
              <p>
                Payments are accepted as before, and what is to be told waits, up to 30 days. For the hour in which your
                server is being changed.
              </p>
            </div>
            <HoldDestination health={health} />
          </li>
        )}
        {name === null ? null : (
          <li>
            <div>
              <b>{isDisabled ? "It is disabled" : "Disable it"}</b>
              <p>
                {isDisabled
                  ? "Enabled again, payments can name it, and it hears of what happens from then on. Nothing is revived: what it missed is sent again from the delivery log."
                  : "No payment can name it any more, and nothing is sent to it. Endpoints are never deleted, so that a name cannot come to mean another; it can be enabled again."}
              </p>
            </div>
            <SwitchEndpoint name={name} isDisabled={isDisabled} waiting={health?.waiting} />
          </li>
        )}
      </ul>
    </>
  );
}
