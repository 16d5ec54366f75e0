import Link from "next/link";
import { examWords } from "./checks-words";
import { endpointPath } from "./endpoints-table";
import { Status } from "./parts";
import type { Outputs } from "./queries";
import t from "./table.module.css";
import { Time } from "./time";
import ui from "./ui.module.css";

type History = Outputs["webhooks"]["exam"]["list"]["history"];

/** The last exams of a destination, newest first. `shown`: the one that is open on this page. */
export function ExamHistory({ history, name, shown }: { history: History; name: string | null; shown: string | null }) {
  return (
    <div className={t.wrap}>
      <table className={t.table}>
        <caption className={ui.hidden}>Exams, newest first</caption>
        <colgroup>
          <col style={{ width: "10rem" }} />
          <col style={{ width: "8rem" }} />
          <col style={{ width: "9rem" }} />
          <col />
        </colgroup>
        <thead>
          <tr>
            {["Begun", "Exam", "Result", "More"].map((head) => (
              <th key={head} scope="col">
                {head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {history.map((exam) => {
            const { tone, glyph, word, more } = examWords(exam);
            return (
              <tr key={exam.id}>
                <td data-on="a">
                  <Link
                    className={t.row}
                    href={`${endpointPath(name)}/exam?exam=${exam.id}`}
                    aria-current={exam.id === shown ? "true" : undefined}
                  >
                    <Time at={exam.createdAt} as="full" />
                  </Link>
                </td>
                <td data-on="b">
                  <code>{exam.code}</code>
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
