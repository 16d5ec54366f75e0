import { useState } from "react";
import { Button } from "../../ui/button";
import { Fact } from "../../ui/fact";
import { AreaField } from "../../ui/fields";
import { FormDrawer } from "../../ui/layers/layers";
import { Note, TestTag } from "../../ui/parts";
import type { Outputs } from "../../ui/queries";
import { useTRPC } from "../../ui/queries";
import { plural } from "../../ui/text";
import ui from "../../ui/ui.module.css";
import { useAction } from "../../ui/use-action";
import s from "../frame/operator.module.css";
import { useOperatorAction } from "../frame/use-operator-action";
import { Certificates } from "./certificates";
import { formatStandard } from "./connection-labels";
import { TEMPLATES } from "./connection-templates";

const REOPEN = "Close this form and open it again to see the current connection.";

type ConnectionDrawerProps = {
  /** An existing connection; null: a new one. */
  before: { id: string; text: string } | null;
  onClose: () => void;
  onKept: (id: string) => void;
};

/** The form of a connection: the text is pasted, validated as a whole, previewed, and then saved. */
export function ConnectionDrawer({ before, onClose, onKept }: ConnectionDrawerProps) {
  const trpc = useTRPC();
  // As it was when the form was opened: the page behind it is rendered again after a failure.
  const [opened] = useState(before);
  const [text, setText] = useState(before?.text ?? "");
  // A result belongs to the validated text: a changed text is validated again.
  const [checked, setChecked] = useState<string | null>(null);
  const check = useAction(trpc.platform.connections.check, {
    unchanged: "Nothing was saved.",
    onDone: (_found, input) => setChecked(input.text),
  });
  const put = useOperatorAction(trpc.platform.connections.put, {
    unchanged: "Nothing was saved.",
    onDone: ({ id }) => onKept(id),
  });
  const isChecked = checked === text;
  const found = isChecked ? check.output : undefined;
  const submit = () => {
    if (found?.preview) return put.run({ text, ...(opened ? { opened } : {}) });
    put.reset();
    return check.run({ text });
  };
  const failed = put.failure === null ? check : put;
  const isOld = failed.errors["version"] !== undefined;
  const faults = failed.failure === null ? (found?.faults ?? []) : Object.values(failed.errors);
  const wrong = isOld ? [] : faults;
  const failure = isOld && failed.failure ? `${failed.failure} ${REOPEN}` : failed.failure;
  return (
    <FormDrawer
      wide
      title={before === null ? "Connect a bank" : "Edit connection"}
      onClose={onClose}
      action={found?.preview ? saveLabel(found.preview.replaces) : "Check connection"}
      act={{ busy: check.busy || put.busy, failure: wrong.length === 0 ? failure : null }}
      onSubmit={submit}
    >
      {before === null ? <Templates onChoose={setText} /> : null}
      <AreaField
        id="connection-text"
        label="Connection as JSON"
        help="Its profile and the catalogue’s banks that it serves. Give keys as file paths on this installation’s servers; never paste a key."
        mono
        rows={18}
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
        spellCheck={false}
        autoComplete="off"
        {...(wrong.length > 0 ? { "aria-invalid": true } : {})}
      />
      <div aria-live="polite">
        {wrong.length > 0 ? <Faults faults={wrong} /> : null}
        {found?.preview ? <ConnectionPreview preview={found.preview} /> : null}
      </div>
    </FormDrawer>
  );
}

function Templates({ onChoose }: { onChoose: (text: string) => void }) {
  return (
    <div className={s.bar}>
      <span className={ui.muted}>Start with</span>
      {TEMPLATES.map(({ name, file }) => (
        <Button slim key={name} onClick={() => onChoose(JSON.stringify(file, null, 2))}>
          {name}
        </Button>
      ))}
    </div>
  );
}

function saveLabel(replaces: "enabled" | "disabled" | null): string {
  if (replaces === null) return "Save, disabled";
  return replaces === "enabled" ? "Save and apply now" : "Save changes";
}

function Faults({ faults }: { faults: string[] }) {
  return (
    <Note tone="bad">
      <b>{plural(faults.length, "error")}.</b> Nothing was saved.
      <ul className={s.faults}>
        {faults.map((fault) => (
          <li key={fault}>{fault}</li>
        ))}
      </ul>
    </Note>
  );
}

type Preview = NonNullable<Outputs["platform"]["connections"]["check"]["preview"]>;

/** A preview of a connection before it is saved. */
function ConnectionPreview({ preview }: { preview: Preview }) {
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
