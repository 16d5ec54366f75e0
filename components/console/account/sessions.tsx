import { type RefObject, useRef, useState } from "react";
import { Button } from "../../ui/button";
import { Section } from "../../ui/heading";
import { Glyph, Icon } from "../../ui/icons";
import { ConfirmDialog } from "../../ui/layers/layers";
import { Note } from "../../ui/parts";
import { useTRPC } from "../../ui/queries";
import { Time } from "../../ui/time/time";
import ui from "../../ui/ui.module.css";
import { useAction } from "../../ui/use-action";
import s from "./account.module.css";
import type { Own } from "./sign-in-labels";
import { formatSignInMethod } from "./sign-in-labels";

type OwnSession = Own["sessions"][number];

const isPhone = (device: string) => /Android|iOS|iPhone|Mobile/.test(device);

/** The user's sessions, the current one first; the user can end one, all others, or all. */
export function Sessions({ sessions }: { sessions: OwnSession[] }) {
  const trpc = useTRPC();
  const [leaving, setLeaving] = useState(false);
  // The pressed button is gone afterwards, so the focus goes to this section.
  const section = useRef<HTMLElement>(null);
  const options = {
    unchanged: "Nothing was changed.",
    changes: [trpc.me.get.queryFilter()],
    onDone: () => section.current?.focus(),
  };
  const endOne = useAction(trpc.me.endSession, options);
  const endOthers = useAction(trpc.me.endOtherSessions, options);
  const shown = [...sessions].sort((a, b) => Number(b.here) - Number(a.here));
  const failure = endOne.failure ?? endOthers.failure;
  return (
    <section ref={section} tabIndex={-1} aria-label="Sessions">
      <Section title="Sessions">
        <div className={ui.actions}>
          {sessions.length > 1 ? (
            <Button disabled={endOthers.busy} onClick={() => endOthers.run()}>
              Sign out everywhere else
            </Button>
          ) : null}
          <Button look="danger" onClick={() => setLeaving(true)}>
            Sign out everywhere
          </Button>
        </div>
      </Section>
      <p className={s.about}>
        Sessions end after 12 hours. The device is what the browser reports; the IP address is the one it signed in
        from.
      </p>
      {failure ? <Note tone="bad">{failure}</Note> : null}
      <ul className={ui.rows}>
        {shown.map((session) => (
          <Row key={session.id} session={session} busy={endOne.busy} onEnd={() => endOne.run({ id: session.id })} />
        ))}
      </ul>
      {leaving ? <Leave stayAt={section} onClose={() => setLeaving(false)} /> : null}
    </section>
  );
}

function Row({ session, busy, onEnd }: { session: OwnSession; busy: boolean; onEnd: () => void }) {
  const { device, place, way, createdAt, lastSeenAt, here } = session;
  return (
    <li>
      <Icon name={isPhone(device) ? "phone" : "server"} />
      <div>
        <b>{device}</b>
        <p>
          {place} · signed in <Time at={createdAt} /> {formatSignInMethod(way)}
          {here ? null : (
            <>
              {" "}
              · last seen <Time at={lastSeenAt} />
            </>
          )}
        </p>
      </div>
      {here ? (
        <span className={`${ui.status} ${s.here}`} data-tone="good">
          <Glyph name="done" />
          <span>This session</span>
        </span>
      ) : (
        <Button slim disabled={busy} aria-label={`Sign out ${device}`} onClick={onEnd}>
          Sign out
        </Button>
      )}
    </li>
  );
}

type LeaveProps = { stayAt: RefObject<HTMLElement | null>; onClose: () => void };

function Leave({ stayAt, onClose }: LeaveProps) {
  const trpc = useTRPC();
  const leave = useAction(trpc.me.endEverywhere, {
    unchanged: "You are still signed in.",
    onDone: () => window.location.assign("/sign-in?error=signedout"),
  });
  return (
    <ConfirmDialog
      title="Sign out everywhere?"
      action="Sign out everywhere"
      stayAt={stayAt}
      act={{ ...leave, busy: leave.busy || leave.output !== undefined }}
      onConfirm={() => leave.run()}
      onCancel={onClose}
    >
      All your sessions end at once, including this one, and so do the tokens of programs that use your account. Your
      passkeys and authenticator app stay.
    </ConfirmDialog>
  );
}
