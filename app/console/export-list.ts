import type { Search } from "@/components/console/filter-address";
import { consoleCaller } from "@/server/access/console-access";
import type { ProcedurePath } from "@/server/access/permissions";
import { recordAudit } from "@/server/audit/record-audit";
import type { AuditValues } from "@/server/audit/secrets";
import { type CsvSource, csvResponse } from "@/server/http/csv";
import { type ListFormat, type ListSource, listResponse } from "@/server/http/list-stream";
import { publicCtx } from "@/server/http/public-ctx";
import type { Ctx } from "@/server/lib/context";
import { inTransaction } from "@/server/lib/db";
import { isAppError } from "@/server/lib/errors";
import { isUuid } from "@/server/lib/ids";
import { getSession } from "./session";

type Export<Source> = {
  /** The call that shows the same list: who may make it may take the list with them. */
  path: ProcedurePath;
  /** In the audit log: `payments.exported`. */
  action: string;
  /**
   * What is on the page, from what stands in its address; `test`: of the tests, else of what moves money. Its use-cases
   * are called with `ctx`.
   */
  source: (ctx: Ctx, on: { merchantId: string; test: boolean; search: Search }) => Source;
};

function searchOf(params: URLSearchParams): Search {
  return Object.fromEntries([...new Set(params.keys())].map((name) => [name, params.getAll(name)]));
}

function refusal(status: number, words: string): Response {
  return new Response(words, { status, headers: { "Content-Type": "text/plain; charset=utf-8" } });
}

/** What the list was narrowed to, for the audit log. */
function filterWords(search: Search): AuditValues {
  const given = Object.entries(search).filter(([name]) => name !== "merchant" && name !== "mode");
  return Object.fromEntries(given.map(([name, value]) => [name, [value ?? []].flat().join(" ")]));
}

/**
 * A list of the Console as a CSV file, for the GET of an `export.csv/route.ts` beside its page; `ExportLink` leads to it.
 * `merchant` and `mode` in the address say whose list and which half, because another tab may meanwhile look at another.
 * Each export is in the audit log before its first row leaves. Nothing is sent to a page of somebody else's.
 */
export function exportList<Row, Cursor>(request: Request, list: Export<CsvSource<Row, Cursor>>): Promise<Response> {
  return answer<Row, Cursor, CsvSource<Row, Cursor>>(request, list, ({ source, read }) =>
    csvResponse<Row, Cursor>({ ...source, read }),
  );
}

/** The same as JSON lines, for programs: one row's object a line. */
export function exportJsonLines<Row extends object, Cursor>(
  request: Request,
  list: Export<ListSource<Row, Cursor>>,
): Promise<Response> {
  return answer<Row, Cursor, ListSource<Row, Cursor>>(request, list, ({ source, read }) =>
    listResponse<Row, Cursor>({ ...source, read }, JSON_LINES),
  );
}

const JSON_LINES: ListFormat<object> = {
  ending: "jsonl",
  contentType: "application/jsonl; charset=utf-8",
  textOf: (rows) => rows.map((row) => `${JSON.stringify(row)}\n`).join(""),
};

type Noted<Row, Cursor, Source> = { source: Source; read: ListSource<Row, Cursor>["read"] };

async function answer<Row, Cursor, Source extends ListSource<Row, Cursor>>(
  request: Request,
  list: Export<Source>,
  respond: (noted: Noted<Row, Cursor, Source>) => Promise<Response>,
): Promise<Response> {
  const session = await getSession();
  if (!session) return refusal(401, "Sign in first, then come back to this address.");
  if (request.headers.get("sec-fetch-site") === "cross-site") return refusal(403, "This call came from another page.");
  const params = new URL(request.url).searchParams;
  const merchantId = params.get("merchant") ?? "";
  const search = searchOf(params);
  const test = params.get("mode") !== "live";
  try {
    if (!isUuid(merchantId)) return refusal(404, "There is no such list.");
    const publicly = publicCtx(request);
    const ctx = { ...publicly, caller: await consoleCaller(publicly, session.user, { merchantId, path: list.path }) };
    const source = list.source(ctx, { merchantId, test, search });
    const detail = { ...filterWords(search), mode: test ? "test" : "live" };
    const fact = { action: list.action, merchantId, subjectId: null, detail };
    const read: ListSource<Row, Cursor>["read"] = async (after) => {
      const batch = await source.read(after);
      if (after === null) await inTransaction({}, (tx) => recordAudit(tx, ctx, fact));
      return batch;
    };
    return await respond({ source, read });
  } catch (error) {
    if (!isAppError(error) || error.status >= 500) throw error;
    return refusal(error.status, error.message);
  }
}
