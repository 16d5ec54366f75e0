"use client";

import { useQueries, useQuery, useQueryClient } from "@tanstack/react-query";
import Link from "next/link";
import { useEffect, useState } from "react";
import { figuresOf } from "./balance-figures";
import { BalanceFigures, type Unplaced } from "./balance-totals";
import s from "./balances.module.css";
import { BalancesTable } from "./balances-table";
import { type Reading, renewalWords } from "./balances-words";
import { Heading } from "./heading";
import { Glyph, Icon } from "./icons";
import { LatestMovements } from "./latest-movements";
import type { Movements } from "./movements-words";
import { Pager } from "./pager";
import { Note } from "./parts";
import { type Outputs, useMerchantId, useMode, useTRPC } from "./queries";
import { QueryFailure } from "./query-failure";
import { RemoveAccess } from "./remove-access";
import { Time } from "./time";
import ui from "./ui.module.css";

type First = Outputs["accounts"]["list"];

/** Banks of this many accounts are asked at once. More would wait for one another at one bank, and come too late. */
const PAGE_SIZE = 25;

type PageProps = {
  first: First;
  /** The newest movements on these accounts, and what of them has no payment. */
  movements: Movements;
  unplaced: Unplaced;
  page: number;
  renewal: string | null;
};

/** The merchant's accounts, each asked of its bank when the page is opened, and again when one presses. */
export function BalancesPage({ first, movements, unplaced, page, renewal }: PageProps) {
  const trpc = useTRPC();
  const merchantId = useMerchantId();
  const test = useMode() === "test";
  const queries = useQueryClient();
  const list = useQuery(trpc.accounts.list.queryOptions({ merchantId }, { initialData: first }));
  const accounts = list.data.accounts.filter(({ simulated }) => simulated === test);
  const shown = accounts.slice((page - 1) * PAGE_SIZE, page * PAGE_SIZE);
  const readings = useQueries({
    queries: shown.map(({ id: accountId }) =>
      trpc.balances.read.queryOptions({ merchantId, accountId }, { refetchOnWindowFocus: false, gcTime: 0 }),
    ),
  });
  const asking = readings.filter(({ isFetching }) => isFetching).length;
  const answers = new Map(shown.map(({ id }, at): [string, Reading | undefined] => [id, readings[at]?.data]));
  const [removing, setRemoving] = useState<string | null>(null);
  const notice = useNotice(renewal);
  const askAgain = () => {
    void queries.invalidateQueries(trpc.accounts.list.queryFilter());
    void queries.invalidateQueries(trpc.balances.read.queryFilter());
  };
  const ended = shown.find(({ id }) => id === removing);
  const action = (
    <div className={ui.actions}>
      <Link className={ui.button} href="/console/balances/movements">
        <Icon name="payments" />
        Movements
      </Link>
      <button className={ui.button} type="button" onClick={askAgain} disabled={asking > 0 || shown.length === 0}>
        <Icon name="refresh" />
        {asking > 0 ? "Asking" : "Ask again"}
      </button>
    </div>
  );
  return (
    <>
      <Heading
        title="Balances"
        lead={<Lead shown={shown.length} asking={asking} answers={answers} />}
        action={action}
      />
      {notice ? <Notice notice={notice} /> : null}
      {list.isError ? <QueryFailure what="The list" error={list.error} retry={() => list.refetch()} /> : null}
      {accounts.length === 0 ? <NoAccount /> : null}
      {accounts.length > 0 && accounts.length <= PAGE_SIZE ? (
        <BalanceFigures figures={figuresOf(shown, answers)} unplaced={unplaced} />
      ) : null}
      {shown.length > 0 ? (
        <BalancesTable
          accounts={shown}
          readings={readings}
          may={{ renew: list.data.mayRenew, remove: list.data.mayRemove }}
          onRemove={setRemoving}
        />
      ) : null}
      <Pager
        path="/console/balances"
        page={page}
        pageSize={PAGE_SIZE}
        total={accounts.length}
        words={{ before: "Before", after: "Further" }}
      />
      <LatestMovements first={movements} />
      {ended ? <RemoveAccess account={ended} onClose={() => setRemoving(null)} /> : null}
    </>
  );
}

type LeadProps = { shown: number; asking: number; answers: ReadonlyMap<string, Reading | undefined> };

function Lead({ shown, asking, answers }: LeadProps) {
  if (shown === 0) return "What your accounts hold, asked of their banks.";
  if (asking > 0)
    return shown === 1 ? "Asking the bank." : `Asking the banks: ${shown - asking} of ${shown} have answered.`;
  const readings = [...answers.values()];
  const unknown = readings.filter((reading) => reading?.balance == null).length;
  const last = readings.map((reading) => reading?.askedAt ?? "").reduce((a, b) => (a > b ? a : b), "");
  return (
    <>
      Asked of the banks{last === "" ? "" : " at "}
      {last === "" ? null : <Time at={last} as="seconds" />}.
      {unknown === 0 ? "" : unknown === 1 ? " One account is unknown." : ` ${unknown} accounts are unknown.`}
    </>
  );
}

/** What the way back from a bank has to say, once: a page that is loaded again says nothing. */
function useNotice(renewal: string | null): ReturnType<typeof renewalWords> {
  const [notice] = useState(() => renewalWords(renewal));
  useEffect(() => {
    if (renewal === null) return;
    const url = new URL(window.location.href);
    url.searchParams.delete("renewal");
    window.history.replaceState(window.history.state, "", url);
  }, [renewal]);
  return notice;
}

function Notice({ notice }: { notice: NonNullable<ReturnType<typeof renewalWords>> }) {
  const words = (
    <>
      <b>{notice.title}</b> {notice.text}
    </>
  );
  if (!notice.good) {
    return (
      <div className={s.notice}>
        <Note tone="bad">{words}</Note>
      </div>
    );
  }
  return (
    <div className={`${ui.note} ${s.notice}`} role="status">
      <Glyph name="done" />
      <span>{words}</span>
    </div>
  );
}

function NoAccount() {
  const test = useMode() === "test";
  return (
    <section className={ui.empty}>
      <h2>No account yet</h2>
      <p>
        {test
          ? "The first test payment in a currency opens a simulated account that receives it, and its balance stands here."
          : "Real accounts are added by whoever runs this installation: one that receives, one that you are paid out to, one that refunds are paid from. Then you allow us, at your bank, to read them."}
      </p>
    </section>
  );
}
