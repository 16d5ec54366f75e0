import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { QueueTable } from "./queue-table";

type System = Parameters<typeof QueueTable>[0]["system"];
const queue = { name: "payments.poll", due: 0, inHand: 0, open: 3, blocked: 0, oldestDueForS: null };

test("the queues: each kind of waiting jobs with the age of its oldest one", () => {
  const queues = [queue, { ...queue, name: "webhooks.deliver", due: 4, open: 9, oldestDueForS: 150 }];
  const system = { countedRows: 10_000, mailLeaves: true, queues } as System;
  const html = renderToStaticMarkup(<QueueTable system={system} />);
  const rows = html.split("<tr").slice(2);
  expect(rows.map((row) => [...row.matchAll(/data-count="">(.*?)<\/td>/g)].map(([, cell]) => cell))).toEqual([
    [expect.stringMatching(/^0<span/), expect.stringContaining("–"), "0", expect.stringMatching(/^3<span/)],
    [expect.stringMatching(/^4<span.* due, oldest for 2 min, 0 running/), "2 min", "0", expect.stringMatching(/^9/)],
  ]);
});
