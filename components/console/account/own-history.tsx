import { addressOf } from "../../ui/filter/filter-address";
import { KeysetPages } from "../../ui/filter/filter-list";
import { Section } from "../../ui/heading";
import { Icon, type IconName } from "../../ui/icons";
import { type Outputs, useServedQuery, useTRPC } from "../../ui/queries";
import { QueryFailure } from "../../ui/query-failure";
import { Time } from "../../ui/time/time";
import ui from "../../ui/ui.module.css";
import { formatAction } from "../audit/audit-labels";
import s from "./account.module.css";
import { formatSignInMethod } from "./sign-in-labels";

type History = Outputs["me"]["history"];
type HistoryEntry = History["items"][number];

const REFRESH_MS = 30_000;
const HERE = "history";

/** The user's sign-ins and changes of sign-in methods, newest first, from the audit log. */
export function OwnHistory({ first, cursor }: { first: History; cursor: string | undefined }) {
  const trpc = useTRPC();
  const history = useServedQuery(trpc.me.history, { cursor }, first, REFRESH_MS);
  const { items, newer, older } = history.data;
  const at = (next: string) => `${addressOf("", { at: next })}#${HERE}`;
  return (
    <section aria-label="History" id={HERE}>
      <Section title="History" />
      <p className={s.about}>
        Your sign-ins and changes to your sign-in methods. The operator of this installation can see them too; entries
        can’t be changed.
      </p>
      <QueryFailure what="The list" query={history} />
      <ul className={ui.rows}>
        {items.map((entry) => (
          <Row key={entry.id} entry={entry} />
        ))}
      </ul>
      {items.length === 0 ? <p className={s.about}>No entries yet.</p> : null}
      <KeysetPages order="Newest first" newer={newer && at(newer)} older={older && at(older)} />
    </section>
  );
}

/** Labels of actions by others; the user's own actions use the audit log's labels. */
const TO_YOU: Record<string, string> = {
  "second_step.guessed": "entered too many wrong two-factor codes for your account",
  "token_family.leak_reported": "revoked your API tokens, because one of them leaked",
  "token_family.repeated_elsewhere": "detected that your API token was refreshed from two networks",
  "token_family.reuse_detected": "revoked your API tokens, because a used one was used again",
  "user.disabled": "disabled your account",
  "user.enabled": "enabled your account",
  "user.recovery_codes_deleted": "deleted your recovery codes",
  "user.sign_in_reset": "removed your passkeys and two-factor authentication",
};

const WHO: Record<HistoryEntry["by"], string> = {
  you: "You",
  operator: "The operator",
  service: "The service",
  unknown: "Someone",
};

function iconOf({ action, by }: HistoryEntry): IconName {
  if (by !== "you") return "flag";
  return action.startsWith("user.signed_in") ? "user" : "key";
}

function Row({ entry }: { entry: HistoryEntry }) {
  const { at, by, action, detail, ip, device } = entry;
  const words = by === "you" ? undefined : TO_YOU[action];
  const name = typeof detail["name"] === "string" ? ` ${detail["name"]}` : by === "you" || words ? "" : " you";
  const way = typeof detail["way"] === "string" ? ` ${formatSignInMethod(detail["way"])}` : "";
  const from = [ip === null ? null : `from ${ip}`, device].filter((part) => part !== null).join(", ");
  return (
    <li>
      <Icon name={iconOf(entry)} />
      <div>
        <b>
          {WHO[by]} {words ?? formatAction(action)}
          {name}
          {way}
        </b>
        <p>
          <Time at={at} />
          {from === "" ? null : <> · {from}</>}
          {detail["browser"] === "new" ? " · new browser" : null}
        </p>
      </div>
    </li>
  );
}
