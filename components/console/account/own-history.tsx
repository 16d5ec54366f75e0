"use client";

import { useQuery } from "@tanstack/react-query";
import { actWords } from "../audit-words";
import { addressOf } from "../filter-address";
import { KeysetPages } from "../filter-list";
import { Section } from "../heading";
import { Icon, type IconName } from "../icons";
import { type Outputs, useTRPC } from "../queries";
import { QueryFailure } from "../query-failure";
import { Time } from "../time";
import s from "./account.module.css";
import { wayWords } from "./sign-in-words";

type History = Outputs["me"]["history"];
type Happening = History["items"][number];

const REFRESH_MS = 30_000;
const HERE = "history";

/** What happened to one's sign-in, by oneself or by others, the latest first: out of the audit log. */
export function OwnHistory({ first, cursor }: { first: History; cursor: string | undefined }) {
  const trpc = useTRPC();
  const input = cursor === undefined ? {} : { cursor };
  const history = useQuery(trpc.me.history.queryOptions(input, { initialData: first, refetchInterval: REFRESH_MS }));
  const { items, newer, older } = history.data;
  const at = (next: string) => `${addressOf("/account", { at: next })}#${HERE}`;
  return (
    <section aria-label="What happened" id={HERE}>
      <Section title="What happened" />
      <p className={s.about}>
        Every sign-in, and every change of what you sign in with. Whoever runs this installation sees it too, and nobody
        can change it.
      </p>
      {history.isError ? <QueryFailure what="The list" error={history.error} retry={() => history.refetch()} /> : null}
      <ul className={s.list}>
        {items.map((happening) => (
          <Row key={happening.id} happening={happening} />
        ))}
      </ul>
      {items.length === 0 ? <p className={s.about}>Nothing yet.</p> : null}
      <KeysetPages order="The latest first" newer={newer && at(newer)} older={older && at(older)} />
    </section>
  );
}

/** What others did, said to whom it was done; what one did oneself has the words of the audit log. */
const TO_YOU: Record<string, string> = {
  "second_step.guessed": "guessed at your second step until no try was left",
  "user.disabled": "kept you from signing in",
  "user.enabled": "let you sign in again",
  "user.sign_in_reset": "removed every way by which you sign in but the mailed code",
};

const WHO: Record<Happening["by"], string> = { you: "You", operator: "The operator", nobody: "Somebody" };

function iconOf({ action, by }: Happening): IconName {
  if (by !== "you") return "flag";
  return action.startsWith("user.signed_in") ? "user" : "key";
}

function Row({ happening }: { happening: Happening }) {
  const { at, by, action, detail, ip, device } = happening;
  const words = by === "you" ? undefined : TO_YOU[action];
  const name = typeof detail["name"] === "string" ? ` ${detail["name"]}` : by === "you" || words ? "" : " you";
  const way = typeof detail["way"] === "string" ? ` ${wayWords(detail["way"])}` : "";
  const from = [ip === null ? null : `from ${ip}`, device].filter((part) => part !== null).join(", ");
  return (
    <li>
      <Icon name={iconOf(happening)} />
      <div>
        <b>
          {WHO[by]} {words ?? actWords(action)}
          {name}
          {way}
        </b>
        <p>
          <Time at={at} />
          {from === "" ? null : <> · {from}</>}
          {detail["browser"] === "new" ? " · a browser not seen before" : null}
        </p>
      </div>
    </li>
  );
}
