"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useRef, useState } from "react";
import { Button } from "../../ui/button";
import { ConfirmDialog } from "../../ui/confirm-dialog";
import { formatFailure } from "../../ui/format-failure";
import { Section } from "../../ui/heading";
import { Glyph, Icon } from "../../ui/icons";
import { Note } from "../../ui/parts";
import { Time } from "../../ui/time/time";
import ui from "../../ui/ui.module.css";
import { failureOf, useTRPC } from "../frame/queries";
import s from "./account.module.css";
import type { Own } from "./sign-in-labels";
import { formatSignInMethod } from "./sign-in-labels";

type OwnSession = Own["sessions"][number];

const isPhone = (device: string) => /Android|iOS|iPhone|Mobile/.test(device);

/** The user's sessions, the current one first; the user can end one, all others, or all. */
export function Sessions({ sessions }: { sessions: OwnSession[] }) {
  const trpc = useTRPC();
  const queries = useQueryClient();
  const [leaving, setLeaving] = useState(false);
  const heading = useRef<HTMLButtonElement>(null);
  const options = { onSuccess: () => queries.invalidateQueries(trpc.me.get.queryFilter()) };
  const endOne = useMutation(trpc.me.endSession.mutationOptions(options));
  const endOthers = useMutation(trpc.me.endOtherSessions.mutationOptions(options));
  const shown = [...sessions].sort((a, b) => Number(b.here) - Number(a.here));
  const failure = endOne.error ?? endOthers.error;
  return (
    <section aria-label="Sessions">
      <Section title="Sessions">
        <div className={ui.actions}>
          {sessions.length > 1 ? (
            <Button disabled={endOthers.isPending} onClick={() => endOthers.mutate()}>
              Sign out everywhere else
            </Button>
          ) : null}
          <Button look="danger" ref={heading} onClick={() => setLeaving(true)}>
            Sign out everywhere
          </Button>
        </div>
      </Section>
      <p className={s.about}>
        Sessions end after 12 hours. The device is what the browser reports; the IP address is the one it signed in
        from.
      </p>
      {failure ? <Note tone="bad">{formatFailure(failureOf(failure), "The session is still active.")}</Note> : null}
      <ul className={s.list}>
        {shown.map((session) => (
          <Row
            key={session.id}
            session={session}
            busy={endOne.isPending}
            onEnd={() => endOne.mutate({ id: session.id })}
          />
        ))}
      </ul>
      {leaving ? <Leave stayAt={heading} onClose={() => setLeaving(false)} /> : null}
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
          Sign out{" "}
        </Button>
      )}
    </li>
  );
}

type LeaveProps = { stayAt: React.RefObject<HTMLButtonElement | null>; onClose: () => void };

function Leave({ stayAt, onClose }: LeaveProps) {
  const trpc = useTRPC();
  const leave = useMutation(
    trpc.me.endEverywhere.mutationOptions({ onSuccess: () => window.location.assign("/sign-in?error=signedout") }),
  );
  return (
    <ConfirmDialog
      title="Sign out everywhere?"
      action="Sign out everywhere"
      cancel="Cancel"
      stayAt={stayAt}
      busy={leave.isPending || leave.isSuccess}
      error={leave.error ? formatFailure(failureOf(leave.error), "You are still signed in.") : null}
      onConfirm={() => leave.mutate()}
      onCancel={onClose}
    >
      All your sessions end at once, including this one, and so do the tokens of programs that use your account. Your
      passkeys and authenticator app stay.
    </ConfirmDialog>
  );
}
