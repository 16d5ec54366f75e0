import { Button } from "../../ui/button";
import { HiddenField } from "../../ui/fields";
import { Icon } from "../../ui/icons";
import s from "./acting-band.module.css";
import shell from "./shell.module.css";

type ActingBandProps = { merchant: string; by: string };

/**
 * A band on every page: the merchant for which the user acts, the user's organisation, and a button that ends acting,
 * which works without a script.
 */
export function ActingBand({ merchant, by }: ActingBandProps) {
  return (
    <aside className={s.acting} aria-label="Acting for a merchant">
      <Icon name="user" />
      <span className={s.say} title={merchant}>
        Acting for <b>{merchant}</b>
        <span className={shell.wide}> as {by}. Your actions are logged under your name.</span>
      </span>
      <form method="post" action="/console/merchant">
        <HiddenField name="merchant" value="" />
        <Button look="plain" type="submit">
          Stop acting
        </Button>
      </form>
    </aside>
  );
}
