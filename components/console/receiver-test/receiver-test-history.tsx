import { StatusOf } from "../../ui/parts";
import type { Outputs } from "../../ui/queries";
import { type Column, RowLink, Table } from "../../ui/table";
import { Time } from "../../ui/time/time";
import { endpointPath } from "../webhooks/endpoints-table";
import { receiverTestLabel } from "./check-labels";

type History = Outputs["webhooks"]["diagnostics"]["listReceiverTests"]["history"];

/** The last receiver tests of an endpoint, newest first. `shown`: the one on this page. */
export function ReceiverTestHistory({
  history,
  name,
  shown,
}: {
  history: History;
  name: string | null;
  shown: string | null;
}) {
  const columns: Column<History[number]>[] = [
    {
      head: "Started",
      width: "10rem",
      phone: "title",
      cell: ({ id, createdAt }) => (
        <RowLink
          href={`${endpointPath(name)}/receiver-test?test=${id}`}
          aria-current={id === shown ? "true" : undefined}
        >
          <Time at={createdAt} as="full" />
        </RowLink>
      ),
    },
    { head: "Run", width: "8rem", phone: "end", cell: ({ code }) => <code>{code}</code> },
    { head: "Result", width: "9rem", phone: "lineEnd", cell: (run) => <StatusOf label={receiverTestLabel(run)} /> },
    {
      head: "Details",
      phone: "line",
      muted: true,
      title: (run) => receiverTestLabel(run).more,
      cell: (run) => receiverTestLabel(run).more,
    },
  ];
  return <Table caption="Runs, newest first" columns={columns} rows={history} keyOf={({ id }) => id} />;
}
