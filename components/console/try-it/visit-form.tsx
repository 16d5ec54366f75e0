import { Icon } from "../../ui/icons";
import { Field } from "../../ui/parts";
import ui from "../../ui/ui.module.css";
import { OUTCOMES } from "./simulation-request";
import s from "./try-it.module.css";

/** Chooses a scenario and begins a visit. It works without scripts. */
export function VisitForm({ scenario }: { scenario: string }) {
  return (
    <form className={s.form} method="post" action="/try/start" aria-label="Try a payment">
      <Field id="visit-scenario" label="Scenario">
        {(wiring) => (
          <div className={ui.input}>
            <select {...wiring} name="scenario" defaultValue={scenario}>
              {OUTCOMES.map(({ word, name }) => (
                <option key={word} value={word}>
                  {name}
                </option>
              ))}
            </select>
            <Icon name="down" />
          </div>
        )}
      </Field>
      <div className={ui.actions}>
        <button className={`${ui.button} ${ui.primary}`} type="submit">
          <Icon name="play" />
          Try a payment
        </button>
      </div>
    </form>
  );
}
