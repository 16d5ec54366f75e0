import s from "./acting-band.module.css";
import { Icon } from "./icons";
import shell from "./shell.module.css";

type ActingBandProps = { merchant: string; by: string };

/** Whom one acts for and as whom, above everything, on every page; and the way out, which works without a script. */
export function ActingBand({ merchant, by }: ActingBandProps) {
  return (
    <aside className={s.acting} aria-label="Acting for a merchant">
      <Icon name="user" />
      <span className={s.say}>
        You act for <b>{merchant}</b>
        <span className={shell.wide}> as {by}. What you do is recorded under your name.</span>
      </span>
      <form method="post" action="/console/merchant">
        <input type="hidden" name="merchant" value="" />
        <button type="submit">Stop acting</button>
      </form>
    </aside>
  );
}
