"use client";

import { useQuery } from "@tanstack/react-query";
import { CopyButton, Id } from "./copy-button";
import { Drawer } from "./drawer";
import { Icon } from "./icons";
import s from "./overlay.module.css";
import { Note } from "./parts";
import { failureOf, useMerchantId, useTRPC } from "./queries";
import { Time } from "./time";
import ui from "./ui.module.css";

export type OpenLink = { id: string; expiresAt: string };

/** A link's address, to be sent: right after it was made, and later. Asked for when it is wanted: lists do not carry it. */
export function LinkAddress({ link, onClose }: { link: OpenLink; onClose: () => void }) {
  const trpc = useTRPC();
  const merchantId = useMerchantId();
  const { data, error } = useQuery(trpc.paymentLinks.get.queryOptions({ merchantId, id: link.id }));
  return (
    <Drawer title="The link" onClose={onClose}>
      <div className={s.body}>
        {error ? <Note tone="bad">{failureOf(error).message} The link itself works.</Note> : null}
        <dl className={ui.secret}>
          <div>
            <dt>Address</dt>
            <dd>
              {data ? <code>{data.payment_link_url}</code> : <span className={ui.skeleton} />}
              {data ? <CopyButton text={data.payment_link_url} label="the link" /> : null}
            </dd>
          </div>
        </dl>
        <p className={ui.help}>
          Anyone who has it can open the page and pay, until it is paid or over. It carries 256 random bits; nobody
          guesses it.
        </p>
        <dl className={ui.facts}>
          <div>
            <dt>Lives until</dt>
            <dd>
              <Time at={link.expiresAt} />
            </dd>
          </div>
          <div>
            <dt>Link id</dt>
            <dd>
              <Id value={link.id} label="link id" />
            </dd>
          </div>
        </dl>
      </div>
      <footer className={s.footer}>
        {data ? (
          <a className={ui.button} href={data.payment_link_url} target="_blank" rel="noreferrer">
            <Icon name="ext" />
            Open it
          </a>
        ) : null}
        <button className={`${ui.button} ${ui.primary}`} type="button" onClick={onClose}>
          Done
        </button>
      </footer>
    </Drawer>
  );
}
