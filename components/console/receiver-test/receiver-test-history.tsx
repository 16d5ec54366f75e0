import Link from "next/link";
import { Status } from "../../ui/parts";
import t from "../../ui/table.module.css";
import { Time } from "../../ui/time/time";
import ui from "../../ui/ui.module.css";
import type { Outputs } from "../frame/queries";
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
  return (
    <div className={t.wrap}>
      <table className={t.table}>
        <caption className={ui.hidden}>Runs, newest first</caption>
        <colgroup>
          <col style={{ width: "10rem" }} />
          <col style={{ width: "8rem" }} />
          <col style={{ width: "9rem" }} />
          <col />
        </colgroup>
        <thead>
          <tr>
            {["Started", "Run", "Result", "Details"].map((head) => (
              <th key={head} scope="col">
                {head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {history.map((receiverTest) => {
            const { tone, glyph, word, more } = receiverTestLabel(receiverTest);
            return (
              <tr key={receiverTest.id}>
                <td data-on="a">
                  <Link
                    className={t.row}
                    href={`${endpointPath(name)}/exam?exam=${receiverTest.id}`}
                    aria-current={receiverTest.id === shown ? "true" : undefined}
                  >
                    <Time at={receiverTest.createdAt} as="full" />
                  </Link>
                </td>
                <td data-on="b">
                  <code>{receiverTest.code}</code>
                </td>
                <td data-on="d">
                  <Status tone={tone} glyph={glyph}>
                    {word}
                  </Status>
                </td>
                <td className={ui.muted} data-on="c" title={more}>
                  {more}
                </td>
              </tr>
            );
          })}
        </tbody>
      </table>
    </div>
  );
}
