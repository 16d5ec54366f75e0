import { type Search, searchOf } from "@/components/ui/filter/filter-address";
import { type AuditFact, recordAudit } from "@/server/audit/record-audit";
import type { AuditValues } from "@/server/audit/secrets";
import { CSV_BATCH_ROWS, type CsvSource, csvResponse } from "@/server/http/csv";
import { type ListFormat, type ListSource, listResponse } from "@/server/http/list-stream";
import { publicCtx } from "@/server/http/public-ctx";
import type { ProcedurePath } from "@/server/identity/permissions/permissions";
import { type CallScope, platformRoles } from "@/server/identity/sessions/console-access";
import type { Ctx } from "@/server/lib/context";
import { inTransaction } from "@/server/lib/db";
import { AppError, isAppError } from "@/server/lib/errors";
import { isUuid } from "@/server/lib/ids";
import type { KeysetPage, PageRequest } from "@/server/lib/keyset";
import { refuseUnstorable } from "@/server/lib/storable";
import { consoleCall } from "@/server/trpc/console-call";
import { getSession } from "./session";

/** A merchant's list, from the parameters of its address; `test`: test mode, else live. */
type OfMerchant<Source> = {
  of?: "merchant";
  source: (ctx: Ctx, on: { merchantId: string; test: boolean; search: Search }) => Source;
};
type OfPartner<Source> = { of: "partner"; source: (ctx: Ctx, on: { partnerId: string; search: Search }) => Source };
type OfPlatform<Source> = { of: "platform"; source: (ctx: Ctx, on: { search: Search }) => Source };

/** The owner of a list, and how it is read: `source` gets the `ctx` for its use-cases. */
export type Export<Source> = {
  /** The call that shows the same list: its permission is the export's. */
  path: ProcedurePath;
  /** In the audit log: `payments.exported`. */
  action: string;
} & (OfMerchant<Source> | OfPartner<Source> | OfPlatform<Source>);

function refusal(status: number, message: string): Response {
  return new Response(message, { status, headers: { "Content-Type": "text/plain; charset=utf-8" } });
}

/** The parameters that name the owner of a list. */
const WHOSE = ["merchant", "partner", "mode"];
/** The text that was searched for, and a customer: the audit log is kept for years, and nothing is erased from it. */
const PERSONAL = ["q", "customer"];
/** More than the parameters of any list. */
const MAX_NOTED = 20;

/** The filter of the list, for the audit log. */
function filterValues(search: Search): AuditValues {
  const given = Object.entries(search).filter(([name]) => /^[a-z_]{1,32}$/i.test(name) && !WHOSE.includes(name));
  const noted = given.slice(0, MAX_NOTED);
  return Object.fromEntries(
    noted.map(([name, value]) => [name, PERSONAL.includes(name) ? "[redacted]" : [value ?? []].flat().join(" ")]),
  );
}

/**
 * A list of the Console as a CSV file, for the GET of an `export.csv/route.ts` beside its page; `ExportLink` leads to it.
 * `merchant` and `mode` are in the address, because another tab may show another merchant;
 * `partner`, of a partner's list. One of the operator's section (`of: "platform"`) is for people of the platform.
 * Each export is in the audit log before its first row leaves. Requests of other sites are rejected.
 */
export function exportList<Row, Cursor>(request: Request, list: Export<CsvSource<Row, Cursor>>): Promise<Response> {
  return answer<Row, Cursor, CsvSource<Row, Cursor>>(request, list, ({ source, read }) =>
    csvResponse<Row, Cursor>({ ...source, read }),
  );
}

/** Reads an export by the pages of its list, from the newest on. */
export function byPages<Row>(
  readPage: (page: PageRequest) => Promise<Pick<KeysetPage<Row>, "rows" | "older">>,
): CsvSource<Row, string>["read"] {
  return async (after) => {
    const { rows, older } = await readPage({ cursor: after ?? undefined, limit: CSV_BATCH_ROWS });
    return { rows, next: older };
  };
}

/** The same in another format. */
export function exportFile<Row, Cursor>(
  request: Request,
  list: Export<ListSource<Row, Cursor>>,
  format: ListFormat<Row>,
): Promise<Response> {
  return answer<Row, Cursor, ListSource<Row, Cursor>>(request, list, ({ source, read }) =>
    listResponse<Row, Cursor>({ ...source, read }, format),
  );
}

/** One object per row. */
export const JSON_LINES: ListFormat<object> = {
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
  if (request.headers.get("sec-fetch-site") === "cross-site")
    return refusal(403, "Requests from other sites are not accepted.");
  try {
    const { ctx, source, fact } = await open(request, list);
    const read: ListSource<Row, Cursor>["read"] = async (after) => {
      const batch = await source.read(after);
      if (after === null)
        await inTransaction({}, (tx) => recordAudit(tx, ctx, { ...fact, action: list.action, subjectId: null }));
      return batch;
    };
    return await respond({ source, read });
  } catch (error) {
    if (!isAppError(error) || error.status >= 500) throw error;
    return refusal(error.status, error.message);
  }
}

const listNotFound = () => new AppError("NOT_FOUND", { message: "List not found." });

type Opened<Source> = { ctx: Ctx; source: Source; fact: Pick<AuditFact, "merchantId" | "partnerId" | "detail"> };

/**
 * Opens a list as the user who requests it.
 * @throws AppError VALIDATION_ERROR, UNAUTHORIZED, NOT_FOUND, also for lists of other owners; FORBIDDEN
 */
async function open<Source>(request: Request, list: Export<Source>): Promise<Opened<Source>> {
  const params = new URL(request.url).searchParams;
  const session = await getSession();
  if (!session) throw new AppError("UNAUTHORIZED", { message: "Sign in first, then come back to this address." });
  const openedFor = async (scope: CallScope) =>
    (await consoleCall({ ctx: publicCtx(request), session }, { path: list.path, scope })).call;
  const search = searchOf(params);
  refuseUnstorable(search, "query");
  const detail = filterValues(search);
  const idOf = (name: string) => {
    const id = params.get(name) ?? "";
    if (!isUuid(id)) throw listNotFound();
    return id;
  };
  if (list.of === "platform") {
    // For others, the operator's lists do not exist.
    if (platformRoles(session.user).length === 0) throw listNotFound();
    const ctx = await openedFor({ platform: true });
    return { ctx, source: list.source(ctx, { search }), fact: { merchantId: null, detail } };
  }
  if (list.of === "partner") {
    const partnerId = idOf("partner");
    const ctx = await openedFor({ partnerId });
    return { ctx, source: list.source(ctx, { partnerId, search }), fact: { merchantId: null, partnerId, detail } };
  }
  const merchantId = idOf("merchant");
  const test = params.get("mode") !== "live";
  const ctx = await openedFor({ merchantId });
  const source = list.source(ctx, { merchantId, test, search });
  return { ctx, source, fact: { merchantId, detail: { ...detail, mode: test ? "test" : "live" } } };
}
