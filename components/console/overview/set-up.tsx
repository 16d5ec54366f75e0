"use client";

import { useQuery } from "@tanstack/react-query";
import { usePathname } from "next/navigation";
import { IconButton, LinkButton } from "../../ui/button";
import { Heading } from "../../ui/heading";
import { Glyph, Icon } from "../../ui/icons";
import { keepCookie, useKeptCookie } from "../../ui/kept-cookie";
import { useConsole, useMay } from "../../ui/queries";
import { isSample } from "../../ui/sample";
import ui from "../../ui/ui.module.css";
import { NEW_LINK_PATH } from "../frame/nav-items";
import { UserMenu, type UserMenuProps } from "../frame/user-menu";
import { Attention } from "./attention";
import s from "./set-up.module.css";
import { type SetUpFacts, type SetUpStep, setUpCookie, setUpSteps } from "./set-up-steps";

const LEAD = "4 steps. Each is ticked off once it’s done; about 10 minutes in total.";

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
                    <LinkButton look="plain" href={NEW_LINK_PATH}>
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

const REFRESH_MS = 30_000;

/** `isHidden`: whether the user hid the bar, as the server read it. */
export type SetUpProps = { first: SetUpFacts; isHidden: boolean };

function useSetUpBar({ first, isHidden }: SetUpProps) {
  const { trpc, merchantId } = useConsole();
  const often = { refetchInterval: REFRESH_MS, staleTime: REFRESH_MS };
  const { data: goLive } = useQuery(
    trpc.developers.goLive.queryOptions({ merchantId }, { ...often, initialData: first.goLive }),
  );
  const { data: latest } = useQuery(trpc.overview.latest.queryOptions({ merchantId, test: true }, { enabled: false }));
  const hasPayment = first.hasPayment || latest?.some(({ id }) => !isSample(id)) === true;
  const steps = setUpSteps({ hasPayment, goLive });
  const cookie = setUpCookie(merchantId);
  const kept = useKeptCookie(cookie, isHidden ? "hidden" : "");
  return { steps, hasPayment, next: steps.find(({ isDone }) => !isDone), isHidden: kept !== "", cookie };
}

/** The next open step in one line over every page, until all are done or the user hides it. */
export function SetUpBar(props: SetUpProps) {
  const may = useMay();
  const { steps, hasPayment, next, isHidden, cookie } = useSetUpBar(props);
  const path = usePathname();
  // Home lists the steps until there is a payment.
  const isListed = path === "/console" && !hasPayment;
  if (isHidden || isListed || !next || next.href === path) return null;
  return (
    <section className={s.bar} aria-label="Set up">
      <div className={s.next}>
        <Progress steps={steps} name="Set up" />
        <p>
          Next: <b>{next.title}</b>
        </p>
      </div>
      {may(next.needs) ? (
        <LinkButton slim href={next.href}>
          {next.action}
        </LinkButton>
      ) : null}
      <IconButton icon="x" label="Hide set-up" onClick={() => keepCookie(cookie, "hidden")} />
    </section>
  );
}

/** The account menu, which brings the bar back that the user hid. */
export function SetUpUserMenu({ setUp, menu }: { setUp: SetUpProps; menu: UserMenuProps }) {
  const { next, isHidden, cookie } = useSetUpBar(setUp);
  const showAgain = { words: "Show set-up", icon: "flag", onChoose: () => keepCookie(cookie, "") } as const;
  return <UserMenu {...menu} more={isHidden && next ? [showAgain] : []} />;
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

function Progress({ steps, name }: { steps: readonly SetUpStep[]; name?: string }) {
  const done = steps.filter(({ isDone }) => isDone).length;
  return (
    <span className={s.progress}>
      <progress max={steps.length} value={done} aria-label="Steps done" />
      <b>
        {name ? `${name}: ` : null}
        {done} of {steps.length}
      </b>
    </span>
  );
}
