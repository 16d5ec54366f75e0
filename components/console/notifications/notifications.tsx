"use client";

import { Fragment } from "react";
import { Checkbox } from "../../ui/fields";
import { Heading, Section } from "../../ui/heading";
import { useConsole, useServedQuery } from "../../ui/queries";
import { QueryFailure } from "../../ui/query-failure";
import { type Column, Table } from "../../ui/table";
import ui from "../../ui/ui.module.css";
import { NOTIFICATION_GROUPS, NOTIFICATION_LABELS, type Preference } from "./notification-labels";
import { NotificationSwitch } from "./notification-switch";

type Row = { name: string; when: string; preference: Preference | null };

const COLUMNS: Column<Row>[] = [
  { head: "About", width: "17rem", phone: "title", cell: ({ name }) => name },
  { head: "When", phone: "below", muted: true, className: ui.wraps, cell: ({ when }) => when },
  {
    head: "E-mail",
    width: "6rem",
    phone: "end",
    cell: ({ name, preference }) => {
      const words = <span className={ui.hidden}>{name} by e-mail</span>;
      if (preference && !preference.isFixed)
        return <NotificationSwitch preference={preference}>{words}</NotificationSwitch>;
      return (
        <Checkbox role="switch" checked disabled readOnly>
          {words}
        </Checkbox>
      );
    },
  },
];

const SIGN_IN: Row = {
  name: "Your sign-in",
  when: "Sign-in codes, new browsers, and changes to your sign-in methods",
  preference: null,
};
const LEAKED_SECRETS: Row = {
  name: "Leaked secrets",
  when: "An API key or a signing secret was found in a public place",
  preference: null,
};

/** The mails that the signed-in person gets about this merchant. */
export function NotificationsPage({ first, getsLeakMails }: { first: Preference[]; getsLeakMails: boolean }) {
  const { trpc, merchantId } = useConsole();
  const list = useServedQuery(trpc.notifications.list, { merchantId }, first);
  const groups = NOTIFICATION_GROUPS.map(({ title, kinds }) => ({
    title,
    rows: kinds.flatMap((kind): Row[] => {
      const preference = list.data.find((one) => one.kind === kind);
      return preference ? [{ ...NOTIFICATION_LABELS[kind], preference }] : [];
    }),
  })).filter(({ rows }) => rows.length > 0);
  return (
    <>
      <Heading title="Notifications" lead="The e-mails you get about this merchant. Each member chooses their own." />
      <QueryFailure what="The list" query={list} />
      {[...groups, { title: "Security", rows: getsLeakMails ? [SIGN_IN, LEAKED_SECRETS] : [SIGN_IN] }].map(
        ({ title, rows }, index) => (
          <Fragment key={title}>
            <Section title={title} first={index === 0} />
            <Table caption={`${title} notifications`} columns={COLUMNS} rows={rows} keyOf={({ name }) => name} />
          </Fragment>
        ),
      )}
      <p className={ui.muted}>
        E-mails about your sign-in{getsLeakMails ? " and about leaked secrets" : ""} can’t be switched off.
        {list.data.some(({ isFixed }) => isFixed) ? " Nor can owners switch off those about the checkout." : ""}
      </p>
    </>
  );
}
