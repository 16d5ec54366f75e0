import { Fact } from "../../ui/fact";
import { Note, TestTag } from "../../ui/parts";
import type { Outputs } from "../../ui/queries";
import ui from "../../ui/ui.module.css";
import { Certificates } from "./certificates";
import { formatStandard } from "./connection-labels";

type Preview = NonNullable<Outputs["platform"]["connections"]["check"]["preview"]>;

/** A preview of a connection before it is saved. */
export function ConnectionPreview({ preview }: { preview: Preview }) {
  const { id, environment, connector, version, hosts, banks, schemes, certificates, replaces, servedBy } = preview;
  return (
    <>
      <dl className={ui.facts}>
        <Fact name="Valid">{formatReplaces(replaces)}</Fact>
        <Fact name="ID">
          <code>{id}</code>
        </Fact>
        <Fact name="Mode">{environment === "live" ? "Live payments" : <TestTag word="Test payments" />}</Fact>
        <Fact name="Standard">
          {formatStandard(connector)} {version}
        </Fact>
        <Fact name="Hosts">{hosts.join(", ")}</Fact>
        <Fact name="Banks">{banks.length > 0 ? banks.join(", ") : "none, accounts only"}</Fact>
        <Fact name="Schemes">{schemes.length > 0 ? schemes.join(", ") : "none"}</Fact>
        <Fact name="Certificates">
          <Certificates certificates={certificates} />
        </Fact>
      </dl>
      {servedBy.length > 0 ? (
        <Note tone="warn">
          <b>{servedBy.join(", ")}</b> already serves one of these banks. Disable it before you enable this one.
        </Note>
      ) : null}
    </>
  );
}

function formatReplaces(replaces: Preview["replaces"]): string {
  if (replaces === null) return "A new connection, disabled until you enable it.";
  if (replaces === "disabled") return "Replaces the connection with this ID, which is disabled.";
  return "Replaces the connection with this ID, which is enabled. The next call uses the new values.";
}
