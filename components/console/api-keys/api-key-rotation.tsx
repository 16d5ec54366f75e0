import { type ReactNode, useId, useState } from "react";
import { Button } from "../../ui/button";
import { Select } from "../../ui/fields";
import { Section } from "../../ui/heading";
import { Icon } from "../../ui/icons";
import { Time } from "../../ui/time/time";
import ui from "../../ui/ui.module.css";
import {
  type Credential,
  formatRecentRequests,
  isWorking,
  likelyOld,
  type Rotation,
  rotationOf,
} from "./api-key-labels";
import s from "./api-keys.module.css";

type RotationProps = {
  credentials: readonly Credential[];
  /** Gets the old key. Null: the role may not create API keys. */
  onMake: ((old: Credential) => void) | null;
  onEnd: ((credential: Credential) => void) | null;
};

/** Guide for rotating a key without downtime. Steps advance by recorded use. */
export function ApiKeyRotation({ credentials, onMake, onEnd }: RotationProps) {
  const active = credentials.filter(isWorking);
  const [chosen, setChosen] = useState<string | null>(null);
  const old = active.find(({ id }) => id === chosen) ?? likelyOld(credentials);
  if (old === null) return null;
  const rotation = rotationOf(old, credentials);
  return (
    <section aria-label="Rotate without downtime">
      <Section title="Rotate without downtime">
        {active.length > 1 ? <Which active={active} old={old} onChoose={setChosen} /> : null}
      </Section>
      <ol className={s.guide}>
        <Step number={1} at={rotation.step} title="Create a second key">
          <Second rotation={rotation} onMake={onMake} />
        </Step>
        <Step number={2} at={rotation.step} title="Put it on your server">
          <Given rotation={rotation} />
        </Step>
        <Step number={3} at={rotation.step} title="Wait until the old key is unused">
          <Quiet old={old} step={rotation.step} />
        </Step>
        <Step number={4} at={rotation.step} title="Disable the old key">
          <p>Its tokens stop working within one second. Payments created with it continue.</p>
          {rotation.step === 4 && onEnd ? <Button onClick={() => onEnd(old)}>Disable {old.name}</Button> : null}
        </Step>
      </ol>
    </section>
  );
}

type WhichProps = { active: readonly Credential[]; old: Credential; onChoose: (id: string) => void };

function Which({ active, old, onChoose }: WhichProps) {
  const id = useId();
  return (
    <span className={s.which}>
      <label htmlFor={id}>Old key</label>
      <Select id={id} value={old.id} onChange={(event) => onChoose(event.currentTarget.value)}>
        {active.map((one) => (
          <option key={one.id} value={one.id}>
            {one.name}
          </option>
        ))}
      </Select>
    </span>
  );
}

function Step(props: { number: number; at: number; title: string; children: ReactNode }) {
  const { number, at, title, children } = props;
  const state = number < at ? "done" : number === at ? "now" : "later";
  return (
    <li data-state={state} aria-current={state === "now" ? "step" : undefined}>
      <span className={s.number} aria-hidden="true">
        {state === "done" ? <Icon name="check" /> : number}
      </span>
      <div>
        <b>{title}</b>
        {state === "done" ? <span className={ui.hidden}> (done)</span> : null}
        {children}
      </div>
    </li>
  );
}

function Second({ rotation: { old, next }, onMake }: { rotation: Rotation; onMake: RotationProps["onMake"] }) {
  if (next) {
    return (
      <p>
        {next.name}, created <Time at={next.createdAt} />.
      </p>
    );
  }
  return (
    <>
      <p>With the same permissions as {old.name}. Both work until you disable one.</p>
      {onMake ? <Button onClick={() => onMake(old)}>Create key </Button> : null}
    </>
  );
}

function Given({ rotation: { next } }: { rotation: Rotation }) {
  if (!next?.lastUsedAt)
    return <p>Put the client ID and secret on your server and restart. The first use is shown here.</p>;
  return (
    <p>
      Last used <Time at={next.lastUsedAt} />
      {next.lastIp === null ? "" : ` from ${next.lastIp}`}.
    </p>
  );
}

function Quiet({ old, step }: { old: Credential; step: number }) {
  if (old.lastUsedAt === null) return <p>{old.name} has not been used yet.</p>;
  return (
    <p>
      {old.name} was last used <Time at={old.lastUsedAt} />: {formatRecentRequests(old.callsLastHour)}.
      {step < 4 ? "" : " Check whether daily jobs still use it."}
    </p>
  );
}
