"use client";

import { useRouter } from "next/navigation";
import { CreateButton } from "../../ui/button";
import { COUNTRY_NAMES } from "../../ui/display-names";
import { addressOf } from "../../ui/filter/filter-address";
import { ChoiceChip } from "../../ui/filter/filter-chip";
import { FilterBar } from "../../ui/filter/filter-list";
import { Heading, Section } from "../../ui/heading";
import { useOpenLayer } from "../../ui/layers/open-layer";
import { Link } from "../../ui/link";
import { Bank, EmptyState, Status } from "../../ui/parts";
import { type Outputs, useMay, useServedQuery, useTRPC } from "../../ui/queries";
import { QueryFailure } from "../../ui/query-failure";
import { type Column, Table } from "../../ui/table";
import ui from "../../ui/ui.module.css";
import s from "../frame/operator.module.css";
import { ConnectionDrawer } from "./connection-drawer";
import { ConnectionTable } from "./connection-table";

type Catalogue = Outputs["platform"]["banks"]["list"];
type Connections = Outputs["platform"]["connections"]["list"];

export type CatalogueFilter = { market: string | null; search: string | null };

const PATH = "/operator/banks";
const REFRESH_MS = 10_000;

type BanksPageProps = { connections: Connections; catalogue: Catalogue; filter: CatalogueFilter };

/** The operator's connections, and the catalogue with the connection of each bank. */
export function BanksPage({ connections: first, catalogue, filter }: BanksPageProps) {
  const trpc = useTRPC();
  const may = useMay();
  const router = useRouter();
  const { open, show, close } = useOpenLayer("new");
  const list = useServedQuery(trpc.platform.connections.list, undefined, first, REFRESH_MS);
  const isAllowed = may("platform.connections.put") && may("platform.connections.check");
  return (
    <>
      <Heading
        title="Banks"
        lead={formatLead(list.data, catalogue)}
        action={isAllowed ? <CreateButton onClick={() => show("new")}>Connect a bank</CreateButton> : undefined}
      />
      <Section title="Connections" first />
      <QueryFailure what="The list" query={list} />
      {list.data.length === 0 ? (
        <EmptyState title="No connections yet">
          Until you add one, every bank in the catalogue is simulated and every payment is a test. A connection holds
          the API details of one bank and the banks it serves. Start with the bank’s sandbox as a test connection.{" "}
        </EmptyState>
      ) : (
        <ConnectionTable connections={list.data} />
      )}
      <Section title="Catalogue" />
      <Catalogued catalogue={catalogue} filter={filter} />
      {open && isAllowed ? (
        <ConnectionDrawer before={null} onClose={close} onKept={(id) => router.replace(`${PATH}/${id}`)} />
      ) : null}
    </>
  );
}

function formatLead(connections: Connections, { markets }: Catalogue): string {
  const live = markets.reduce((sum, market) => sum + market.live, 0);
  const all = markets.reduce((sum, market) => sum + market.banks, 0);
  const open = connections.filter(({ enabled, health }) => enabled && health === "circuit-open").length;
  const reached =
    live === 0
      ? `None of ${all} banks is connected for live payments`
      : `${live} of ${all} banks are connected for live payments`;
  if (open === 0) return `${reached}.`;
  return `${reached}; ${open === 1 ? "the circuit of 1 connection is" : `the circuits of ${open} connections are`} open.`;
}

function Catalogued({ catalogue, filter }: { catalogue: Catalogue; filter: CatalogueFilter }) {
  const { markets, banks, found } = catalogue;
  const { market, search } = filter;
  const q = search ?? undefined;
  return (
    <div className={s.under}>
      <FilterBar
        search={{
          path: PATH,
          keep: { market: market ?? undefined },
          value: q,
          label: "Search banks",
          placeholder: "Name, BIC or common name",
        }}
      >
        <ChoiceChip
          name="Country"
          label="Countries"
          chosen={market ?? undefined}
          choices={markets
            .map(({ market: value, banks: count }) => ({ value, words: `${COUNTRY_NAMES.of(value)} (${count})` }))
            .toSorted((one, other) => one.words.localeCompare(other.words, "en"))}
          off={addressOf(PATH, { q })}
          hrefOf={(value) => addressOf(PATH, { market: value, q })}
        />
      </FilterBar>
      {banks.length === 0 ? (
        <p className={s.text}>No matching banks. The catalogue is part of this version of Bankside.</p>
      ) : (
        <CatalogueTable banks={banks} />
      )}
      {found > banks.length ? (
        <p className={s.text}>
          Showing {banks.length} of {found}. Search, or choose a country.
        </p>
      ) : null}
    </div>
  );
}

type BankRow = Outputs["platform"]["banks"]["list"]["banks"][number];
type Reach = BankRow["live"];

const COLUMNS: Column<BankRow>[] = [
  { head: "Bank", phone: "title", cell: ({ name }) => <Bank name={name} /> },
  {
    head: "Catalogue key",
    width: "16rem",
    phone: "line",
    cell: ({ place }) => <code className={ui.muted}>{place}</code>,
  },
  { head: "Currency", width: "5rem", cell: ({ currency }) => currency },
  { head: "Live", width: "11.5rem", phone: "end", cell: ({ live }) => <ReachStatus reach={live} /> },
  { head: "Test", width: "11.5rem", phone: "lineEnd", cell: ({ test }) => <ReachStatus reach={test} /> },
];

/** Banks of the catalogue, each with its connections for live payments and for tests. */
function CatalogueTable({ banks }: { banks: BankRow[] }) {
  return <Table caption="Banks of the catalogue" columns={COLUMNS} rows={banks} keyOf={({ id }) => id} />;
}

function ReachStatus({ reach }: { reach: Reach }) {
  if (reach.kind === "none") return <span className={ui.dim}>Not connected</span>;
  if (reach.kind === "simulated")
    return (
      <Status tone="mute" glyph="half">
        Simulated
      </Status>
    );
  const { id, health } = reach;
  return (
    <Status
      tone={health === "healthy" ? "good" : "warn"}
      glyph={health === "healthy" ? "done" : health === "circuit-open" ? "pause" : "warn"}
    >
      <Link href={`/operator/banks/${id}`}>{id}</Link>
    </Status>
  );
}
