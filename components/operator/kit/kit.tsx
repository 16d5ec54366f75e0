"use client";

import { useState } from "react";
import { Button, IconButton, LinkButton } from "../../ui/button";
import { CodeBox } from "../../ui/code/code-box";
import { CopyButton, Id } from "../../ui/copy-button";
import { Fact, IdFact, Stat, Stats, TimeFact } from "../../ui/fact";
import { Heading, Section } from "../../ui/heading";
import { Icon } from "../../ui/icons";
import { announce } from "../../ui/layers/toasts";
import { Bank, EmptyState, Money, None, Note, StatusOf, type Tone } from "../../ui/parts";
import { QueryFailure, RetryNote } from "../../ui/query-failure";
import { Tagged } from "../../ui/sample";
import { TableSkeleton } from "../../ui/skeleton";
import { SparkLine } from "../../ui/spark-line";
import ui from "../../ui/ui.module.css";
import { KitFields } from "./kit-fields";
import { KitDialogs, KitMenus } from "./kit-layers";
import { KitBeside, KitTable } from "./kit-table";

const AT = "2026-11-20T13:35:00.000Z";
const ID = "01931f00-0000-7000-8000-000000000011";
const SAMPLE_ID = "01931f00-0000-8000-8000-000000000011";
const TONES: Record<Tone, { glyph: "done" | "half" | "warn" | "fail" | "stop"; word: string }> = {
  good: { glyph: "done", word: "Completed" },
  accent: { glyph: "half", word: "At the bank" },
  warn: { glyph: "warn", word: "Failing" },
  bad: { glyph: "fail", word: "Failed" },
  mute: { glyph: "stop", word: "Expired" },
};

const CODE = [
  { name: "JSON", text: JSON.stringify({ id: ID, status: "completed" }, null, 2) },
  { name: "curl", text: `curl https://bankside.example/api/v1/payment-requests/${ID}` },
];

const FAILED = { isError: true, error: new Error(), refetch: () => announce("Retried") };

/** Every part of components/ui in every state that needs no server. */
export function KitPage() {
  return (
    <>
      <Heading title="Kit" lead="Every part of the pages, in each of its states" />
      <Section title="Buttons" first />
      <Buttons />
      <Section title="Fields" />
      <KitFields />
      <Section title="Values" />
      <Values />
      <Section title="Table" />
      <KitTable />
      <Section title="Loading" />
      <Loading />
      <Section title="Notices" />
      <Notices />
      <Section title="Menu" />
      <KitMenus />
      <Section title="Dialogs" />
      <KitDialogs />
      <Section title="Code" />
      <CodeBox label="Show the payment as" versions={CODE} end="200 in 12 ms" />
      <Section title="Rows" />
      <ul className={ui.rows}>
        <li>
          <Icon name="phone" />
          <div>
            <b>Authenticator app</b>
            <p>8 recovery codes left</p>
          </div>
          <Button slim>Remove app</Button>
        </li>
      </ul>
      <Section title="Beside" />
      <KitBeside />
    </>
  );
}

function Buttons() {
  const looks = [undefined, "primary", "danger", "confirm"] as const;
  return (
    <>
      {[false, true].map((slim) => (
        <p key={String(slim)} className={ui.actions}>
          {looks.map((look) => (
            <Button key={look ?? "second"} look={look} slim={slim}>
              {look ?? "second"}
              {slim ? ", slim" : ""}
            </Button>
          ))}
          <Button disabled slim={slim}>
            disabled{slim ? ", slim" : ""}
          </Button>
          <LinkButton href="/operator" slim={slim}>
            link{slim ? ", slim" : ""}
          </LinkButton>
        </p>
      ))}
      <p className={ui.actions}>
        <IconButton icon="search" label="An icon" />
        <CopyButton text="Bankside" label="the name" />
        <CopyButton text="Bankside" label="the name as text">
          Copy name
        </CopyButton>
      </p>
    </>
  );
}

function Values() {
  return (
    <>
      <p className={ui.actions}>
        {(Object.keys(TONES) as Tone[]).map((tone) => (
          <StatusOf key={tone} label={{ tone, ...TONES[tone] }} />
        ))}
      </p>
      <Stats>
        <Stat name="Received" value="12,440.67" unit="EUR">
          +5.6 % from 11,780.00
        </Stat>
        <Stat name="Conversion" value={null}>
          No payment has ended yet
        </Stat>
        <Stat name="GBP" value="310.00" tone="warn">
          plus 1 unknown balance
        </Stat>
      </Stats>
      <p>
        <Tagged id={SAMPLE_ID}>Order 20929</Tagged>
      </p>
      <dl className={ui.facts}>
        <Fact name="Money">
          <Money decimal="12440.67" currency="EUR" />
        </Fact>
        <TimeFact name="Time" at={AT} />
        <Fact name="ID">
          <Id value={ID} label="ID" shown={8} />
        </Fact>
        <IdFact name="Payment ID" value={ID} shown="ends" />
        <Fact name="Bank">
          <Bank name="Skandinaviska Enskilda Banken" />
        </Fact>
        <Fact name="None">
          <None />
        </Fact>
        <Fact name="Line">
          <SparkLine values={[4, 7, null, 9, 9, 3]} label="From 3 to 9 a day, one day without a value" />
        </Fact>
      </dl>
    </>
  );
}

function Loading() {
  const [isShown, setShown] = useState(false);
  return (
    <>
      <Button aria-pressed={isShown} onClick={() => setShown(!isShown)}>
        Show a list that loads
      </Button>
      {isShown ? <TableSkeleton label="Loading payments" heads={["Time", "Amount", "Status"]} /> : null}
    </>
  );
}

function Notices() {
  return (
    <>
      <Note tone="warn" action={<Button slim>Resend</Button>}>
        <b>1 of 2 webhooks not delivered.</b> Next attempt in 4 min.
      </Note>
      <EmptyState title="No matching payments" action={<Button>Clear search</Button>}>
        No test payment matches “Joana”.
      </EmptyState>
      <QueryFailure what="The list" query={FAILED} />
      <RetryNote error={new Error()} retry={() => announce("Retried")} />
    </>
  );
}
