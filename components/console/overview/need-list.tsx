import Link from "next/link";
import { useState } from "react";
import { Glyph, Icon } from "../icons";
import shell from "../shell.module.css";
import type { Need } from "./needs";
import s from "./overview.module.css";
import { ageWords } from "./overview-words";

/** As many as are seen at a glance; the rest is one press away. */
const SHOWN = 6;

/** What needs somebody, the most harmful first. */
export function NeedList({ needs, now }: { needs: readonly Need[]; now: string }) {
  const [all, setAll] = useState(false);
  // A press that shows one more is not worth the line that it stands on.
  const isCut = !all && needs.length > SHOWN + 1;
  const shown = isCut ? needs.slice(0, SHOWN) : needs;
  return (
    <section aria-label="Needs attention">
      <div className={`${shell.section} ${s.counted}`}>
        <h2>Needs attention</h2>
        {needs.length === 0 ? null : <span>{needs.length}</span>}
      </div>
      {needs.length === 0 ? (
        <p className={s.calm}>
          <Glyph name="done" />
          Nothing needs you. Endpoints take what they are told, and no payment waits for a person.
        </p>
      ) : (
        <ul className={s.needs}>
          {shown.map((need) => (
            <NeedLine key={need.key} need={need} now={now} />
          ))}
        </ul>
      )}
      {isCut ? (
        <button className={s.more} type="button" onClick={() => setAll(true)}>
          Show all {needs.length}
        </button>
      ) : null}
    </section>
  );
}

function NeedLine({ need: { fact, why, at, todo }, now }: { need: Need; now: string }) {
  return (
    <li>
      <Glyph name="warn" />
      <p>
        {fact} <span>{why}</span>
      </p>
      {at === null ? (
        <span />
      ) : (
        <time dateTime={at} title={`${at.slice(0, 19).replace("T", " ")} UTC`}>
          {ageWords(at, now)}
        </time>
      )}
      {todo ? (
        <Link href={todo.href} prefetch={false}>
          {todo.words}
          <Icon name="right" />
        </Link>
      ) : null}
    </li>
  );
}
