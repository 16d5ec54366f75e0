import { Button } from "../../ui/button";
import { SelectField } from "../../ui/fields";
import { Icon } from "../../ui/icons";
import ui from "../../ui/ui.module.css";
import { OUTCOMES } from "./simulation-request";
import s from "./try-it.module.css";

/** Chooses a scenario and begins a visit. It works without scripts. */
export function VisitForm({ scenario }: { scenario: string }) {
  return (
    <form className={s.form} method="post" action="/try/start" aria-label="Try a payment">
      <SelectField id="visit-scenario" label="Scenario" name="scenario" defaultValue={scenario}>
        {OUTCOMES.map(({ word, name }) => (
          <option key={word} value={word}>
            {name}
          </option>
        ))}
      </SelectField>
      <div className={ui.actions}>
        <Button look="primary" type="submit">
          <Icon name="play" />
          Try a payment
        </Button>
      </div>
    </form>
  );
}
