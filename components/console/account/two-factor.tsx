import { useQueryClient } from "@tanstack/react-query";
import { type RefObject, useRef, useState } from "react";
import { Button } from "../../ui/button";
import { Section } from "../../ui/heading";
import { Icon } from "../../ui/icons";
import { ConfirmButton } from "../../ui/layers/confirm-button";
import { Note } from "../../ui/parts";
import { useTRPC } from "../../ui/queries";
import { plural } from "../../ui/text";
import { Time } from "../../ui/time/time";
import ui from "../../ui/ui.module.css";
import { useAction } from "../../ui/use-action";
import s from "./account.module.css";
import { RecoveryCodes } from "./recovery-codes";
import { SetUpApp } from "./set-up-app";
import type { Own } from "./sign-in-labels";

const FEW_CODES = 3;

/** The second factor: an authenticator app, and recovery codes for a lost phone. */
export function TwoFactor({ app }: { app: Own["app"] }) {
  const trpc = useTRPC();
  const queries = useQueryClient();
  const [isSettingUp, setSettingUp] = useState(false);
  const [codes, setCodes] = useState<string[] | null>(null);
  const stay = useRef<HTMLButtonElement>(null);
  const show = (made: string[]) => {
    setSettingUp(false);
    setCodes(made);
    void queries.invalidateQueries(trpc.me.get.queryFilter());
  };
  return (
    <section aria-label="Two-factor authentication">
      <Section title="Two-factor authentication">
        {app ? (
          <RenewCodes stayAt={stay} onDone={show} />
        ) : (
          <Button ref={stay} onClick={() => setSettingUp(true)}>
            Set up app
          </Button>
        )}
      </Section>
      <p className={s.about}>
        After the e-mail code you enter six digits from an authenticator app, so access to your mailbox is not enough to
        sign in. Passkeys already count as two factors.
      </p>
      {app ? <AppRow app={app} stayAt={stay} /> : null}
      {isSettingUp ? <SetUpApp onDone={show} onClose={() => setSettingUp(false)} /> : null}
      {codes ? <RecoveryCodes codes={codes} stayAt={stay} onDone={() => setCodes(null)} /> : null}
    </section>
  );
}

function AppRow({ app, stayAt }: { app: NonNullable<Own["app"]>; stayAt: StayAt }) {
  const left = app.recoveryCodes;
  return (
    <>
      <ul className={ui.rows}>
        <li>
          <Icon name="phone" />
          <div>
            <b>Authenticator app</b>
            <p>
              Set up <Time at={app.since} as="date" /> ·{" "}
              {left === 0 ? "no recovery codes" : plural(left, "recovery code")} left
            </p>
          </div>
          <RemoveApp stayAt={stayAt} />
        </li>
      </ul>
      {left < FEW_CODES ? (
        <Note tone="warn">
          Create new recovery codes. If you lose the phone and have no code, only the operator of this installation can
          reset your sign-in.
        </Note>
      ) : null}
    </>
  );
}

type StayAt = RefObject<HTMLButtonElement | null>;

function RenewCodes({ stayAt, onDone }: { stayAt: StayAt; onDone: (codes: string[]) => void }) {
  const trpc = useTRPC();
  const renew = useAction(trpc.me.renewRecoveryCodes, {
    unchanged: "Nothing was changed.",
    onDone: ({ codes }) => onDone(codes),
  });
  return (
    <ConfirmButton
      label="New recovery codes"
      ref={stayAt}
      title="Create new recovery codes?"
      action="Create 10 codes"
      primary
      act={renew}
      input={undefined}
    >
      The old codes stop working at once. The new ones are shown once.
    </ConfirmButton>
  );
}

function RemoveApp({ stayAt }: { stayAt: StayAt }) {
  const trpc = useTRPC();
  const remove = useAction(trpc.me.removeApp, {
    unchanged: "Nothing was changed.",
    changes: [trpc.me.get.queryFilter()],
  });
  return (
    <ConfirmButton
      slim
      look="danger"
      label="Remove app"
      title="Remove the app?"
      action="Remove app"
      stayAt={stayAt}
      act={remove}
      input={undefined}
    >
      An e-mail code is then enough to sign in. Your recovery codes stop working too.
    </ConfirmButton>
  );
}
