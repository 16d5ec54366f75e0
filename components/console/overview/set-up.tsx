"use client";

import { Button, LinkButton } from "../../ui/button";
import { Heading } from "../../ui/heading";
import { Glyph, Icon } from "../../ui/icons";
import { keepCookie, useKeptCookie } from "../../ui/kept-cookie";
import ui from "../../ui/ui.module.css";
import { useMay, useMerchantId } from "../frame/queries";
import { Attention } from "./attention";
import s from "./set-up.module.css";
import type { SetUpStep } from "./set-up-steps";

const LEAD = "4 steps. Each one is ticked off when it has happened; about 10 minutes in all.";

/** The home page of a merchant without a payment: four steps. */
export function SetUp({ merchant, steps }: { merchant: string; steps: readonly SetUpStep[] }) {
  const may = useMay();
  const current = steps.find(({ isDone }) => !isDone);
  return (
    <>
      <Heading title={`Set up ${merchant}`} lead={LEAD} action={<Progress steps={steps} />} />
      <Attention />
      <ol className={s.steps} aria-label="Steps">
        {steps.map((step, index) => (
          <li
            key={step.title}
            data-done={step.isDone ? "" : undefined}
            aria-current={step === current ? "step" : undefined}
          >
            <Tick step={step} number={index + 1} />
            <div>
              <h2>{step.title}</h2>
              <p>{step.text}</p>
              {step.isDone || !may(step.needs) ? null : (
                <p className={ui.actions}>
                  <LinkButton look={step === current ? "primary" : undefined} href={step.href}>
                    <Icon name={step.icon} />
                    {step.action}
                  </LinkButton>
                  {step.needs === "credentials.list" && may("paymentLinks.create") ? (
                    <LinkButton look="plain" href="/console/payment-links?new">
                      No code? Use payment links
                    </LinkButton>
                  ) : null}
                </p>
              )}
            </div>
            {step.isDone ? null : <small>{step.aside}</small>}
          </li>
        ))}
      </ol>
    </>
  );
}

/** The next open step in one line, until all are done or the user hides it. */
export function SetUpBar({ steps }: { steps: readonly SetUpStep[] }) {
  const may = useMay();
  const cookie = `bankside.setup-${useMerchantId()}`;
  const isHidden = useKeptCookie(cookie, "hidden") === "hidden";
  const next = steps.find(({ isDone }) => !isDone);
  if (isHidden || !next) return null;
  return (
    <section className={s.bar} aria-label="Set up">
      <Progress steps={steps} />
      <p>
        Next: <b>{next.title}</b>
      </p>
      {may(next.needs) ? (
        <LinkButton slim href={next.href}>
          {next.action}
        </LinkButton>
      ) : null}
      <Button look="plain" slim onClick={() => keepCookie(cookie, "hidden")}>
        Hide
      </Button>
    </section>
  );
}

function Tick({ step, number }: { step: SetUpStep; number: number }) {
  return step.isDone ? (
    <span className={s.tick}>
      <Glyph name="done" />
      <span className={ui.hidden}>Done</span>
    </span>
  ) : (
    <span className={s.tick} aria-hidden="true">
      {number}
    </span>
  );
}

function Progress({ steps }: { steps: readonly SetUpStep[] }) {
  const done = steps.filter(({ isDone }) => isDone).length;
  return (
    <span className={s.progress}>
      <progress max={steps.length} value={done} aria-label="Steps done" />
      <b>
        {done} of {steps.length}
      </b>
    </span>
  );
}
