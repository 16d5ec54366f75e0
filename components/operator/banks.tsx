"use client";

import { useQuery } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { useState } from "react";
import { addressOf } from "../console/filter-address";
import { FilterBar, FilterSearch, FilterTabs } from "../console/filter-list";
import { Heading, Section } from "../console/heading";
import { type Outputs, useMay, useTRPC } from "../console/queries";
import { QueryFailure } from "../console/query-failure";
import ui from "../console/ui.module.css";
import { CatalogueTable } from "./catalogue-table";
import { ConnectionDrawer } from "./connection-drawer";
import { ConnectionTable } from "./connection-table";
import s from "./operator.module.css";

type Catalogue = Outputs["platform"]["banks"]["list"];
type Connections = Outputs["platform"]["connections"]["list"];

export type CatalogueFilter = { market: string | null; search: string | null };

const PATH = "/operator/banks";
const REFRESH_MS = 10_000;

type BanksPageProps = { connections: Connections; catalogue: Catalogue; filter: CatalogueFilter };

/** The ways to banks: the operator's connections, and the catalogue with how each bank is reached. */
export function BanksPage({ connections: first, catalogue, filter }: BanksPageProps) {
  const trpc = useTRPC();
  const may = useMay();
  const router = useRouter();
  const [connecting, setConnecting] = useState(false);
  const options = trpc.platform.connections.list.queryOptions(undefined, {
    initialData: first,
    refetchInterval: REFRESH_MS,
  });
  const list = useQuery(options);
  const isAllowed = may("platform.connections.put") && may("platform.connections.check");
  return (
    <>
      <Heading
        title="Banks"
        lead={newsOf(list.data, catalogue)}
        action={
          isAllowed ? (
            <button
              className={`${ui.button} ${ui.primary}`}
              type="button"
              data-create=""
              onClick={() => setConnecting(true)}
            >
              Connect a bank
            </button>
          ) : undefined
        }
      />
      <Section title="Connections" first />
      {list.isError ? <QueryFailure what="The list" error={list.error} retry={() => list.refetch()} /> : null}
      {list.data.length === 0 ? (
        <section className={ui.empty}>
          <h2>No connection of your own yet</h2>
          <p>
            Until there is one, every bank of the catalogue is simulated and every payment is a test. A connection says
            how one bank is spoken to, and which banks it serves. Begin with the bank’s sandbox, as a test connection.
          </p>
        </section>
      ) : (
        <ConnectionTable connections={list.data} />
      )}
      <Section title="Catalogue" />
      <Catalogued catalogue={catalogue} filter={filter} />
      {connecting ? (
        <ConnectionDrawer
          before={null}
          onClose={() => setConnecting(false)}
          onKept={(id) => router.push(`${PATH}/${id}`)}
        />
      ) : null}
    </>
  );
}

function newsOf(connections: Connections, { markets }: Catalogue): string {
  const live = markets.reduce((sum, market) => sum + market.live, 0);
  const all = markets.reduce((sum, market) => sum + market.banks, 0);
  const paused = connections.filter(({ enabled, health }) => enabled && health === "paused").length;
  const reached = live === 0 ? `None of ${all} banks moves money yet` : `${live} of ${all} banks move money`;
  if (paused === 0) return `${reached}.`;
  return `${reached}; ${paused === 1 ? "one connection is" : `${paused} connections are`} left alone just now.`;
}

function Catalogued({ catalogue, filter }: { catalogue: Catalogue; filter: CatalogueFilter }) {
  const { markets, banks, found } = catalogue;
  const { market, search } = filter;
  const q = search ?? undefined;
  return (
    <div className={s.under}>
      <FilterTabs
        label="Markets"
        tabs={[
          { words: "All", href: addressOf(PATH, { q }), isHere: market === null },
          ...markets.map((one) => ({
            words: one.market,
            href: addressOf(PATH, { market: one.market, q }),
            isHere: market === one.market,
            count: { count: one.banks, orMore: false },
          })),
        ]}
      />
      <FilterBar>
        <FilterSearch
          path={PATH}
          keep={{ market: market ?? undefined }}
          value={q}
          label="Search banks"
          placeholder="Name, BIC or what people call it"
        />
      </FilterBar>
      {banks.length === 0 ? (
        <p className={s.say}>No bank of the catalogue fits. What it knows ships with this version.</p>
      ) : (
        <CatalogueTable banks={banks} />
      )}
      {found > banks.length ? (
        <p className={s.say}>
          The first {banks.length} of {found}: search, or choose a market.
        </p>
      ) : null}
    </div>
  );
}
