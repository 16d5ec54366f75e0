import { Fact } from "../console/fact";
import { Note, TestTag } from "../console/parts";
import type { Outputs } from "../console/queries";
import ui from "../console/ui.module.css";
import { Certificates } from "./certificates";
import { standardWords } from "./connection-words";

type Preview = NonNullable<Outputs["platform"]["connections"]["check"]["preview"]>;

/** What a written connection would be, before it is kept. */
export function ConnectionPreview({ preview }: { preview: Preview }) {
  const { id, environment, connector, version, hosts, banks, schemes, certificates, replaces, servedBy } = preview;
  return (
    <>
      <dl className={ui.facts}>
        <Fact name="Nothing wrong">{replacesWords(replaces)}</Fact>
        <Fact name="Id">
          <code>{id}</code>
        </Fact>
        <Fact name="For">{environment === "live" ? "Live payments" : <TestTag word="Test payments" />}</Fact>
        <Fact name="Speaks">
          {standardWords(connector)} {version}
        </Fact>
        <Fact name="Calls">{hosts.join(", ")}</Fact>
        <Fact name="Serves">{banks.length > 0 ? banks.join(", ") : "no bank: it reads accounts only"}</Fact>
        <Fact name="Schemes">{schemes.length > 0 ? schemes.join(", ") : "none"}</Fact>
        <Fact name="Certificates">
          <Certificates certificates={certificates} />
        </Fact>
      </dl>
      {servedBy.length > 0 ? (
        <Note tone="warn">
          <b>{servedBy.join(", ")}</b> serves one of these banks. It has to be disabled before this one is enabled.
        </Note>
      ) : null}
    </>
  );
}

function replacesWords(replaces: Preview["replaces"]): string {
  if (replaces === null) return "It will be new, and disabled until somebody enables it.";
  if (replaces === "disabled") return "It takes the place of the one of this id, which is disabled.";
  return "It takes the place of the one of this id, which is enabled: the next call goes by the new words.";
}
