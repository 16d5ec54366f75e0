import { readFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, it } from "vitest";
import { MAX_BATCH_ITEMS } from "../../components/ui/batch-size";
import { POST_ROUTES } from "../../verification/permissions/post-routes";
import { ENDPOINTS } from "../http/registry";
import { PERMISSIONS } from "../identity/permissions/permissions";
import { BOUNDS, type Bound, boundNamed, boundOf, MAX_BATCH_CALLS } from "../lib/bounds";
import type { Endpoint } from "../lib/endpoint";
import { projectRoot, sourceFiles } from "../test/code-rules/files";

const ROWS: readonly Bound[] = BOUNDS;

/** Something that needs a limit, and the kind of row that has to match it first. */
type Need = { what: string; kinds: readonly Bound["kind"][]; found: Bound | null };

const BODY = ["body", "list", "search"] as const;
const need = (what: string, kinds: Need["kinds"], method: string, target: string): Need => ({
  ...{ what, kinds },
  found: boundOf(method, target),
});

/** A folder under app/ as a URL path, with its parameters filled in. */
const addressOf = (folder: string) => `/${folder.replace(/\[\[?(?:\.\.\.)?\w+\]?\]/g, "x")}`;

function routeNeeds(): Need[] {
  return sourceFiles("app", /^route\.tsx?$/).flatMap((file) => {
    const folder = path.posix.dirname(file).slice("app/".length);
    const text = readFileSync(path.join(projectRoot, file), "utf8");
    const address = addressOf(folder);
    if (/\/export\.\w+$/.test(folder)) return [need(folder, ["export"], "GET", address)];
    if (/(?:^|\/)events$/.test(folder) || text.includes("text/event-stream"))
      return [need(folder, ["stream"], "GET", address)];
    return folder in POST_ROUTES ? [need(folder, BODY, "POST", address)] : [];
  });
}

function endpointNeeds(): Need[] {
  return ENDPOINTS.flatMap((endpoint) => {
    const { id, method, path: template, query, body, data, longPoll } = endpoint as Endpoint;
    const address = template.replace(/\{\w+\}/g, "x");
    const shape = (query as { shape?: object } | undefined)?.shape ?? {};
    const isList = endpoint.paginated === true || ("element" in data && method === "GET");
    return [
      ...(body ? [need(`body of ${id}`, ["body"], method, address)] : []),
      ...(longPoll ? [need(`stream of ${id}`, ["stream"], method, address)] : []),
      ...(isList ? [need(`list of ${id}`, ["list"], method, address)] : []),
      ...("search" in shape ? [need(`search of ${id}`, ["search"], method, `${address}?page=1&search=x`)] : []),
    ];
  });
}

/** Procedures whose name ends like those of lists and searches. */
const SEARCHES = /\.(?:search|find|verify|countResend)$/;
const LISTS =
  /\.(?:list|choices|filterOptions|latest|history|failing|unmatched|discrepancies|ofLink|triesOfLinks|mails|merchants)$/;

function procedureNeeds(names: readonly string[]): Need[] {
  return names.flatMap((name) => {
    const address = `/api/trpc/${name}`;
    const isBatch = need(`${name} in a batch`, BODY, "POST", `/api/trpc/me.get,${name}`);
    if (SEARCHES.test(name)) return [isBatch, need(name, ["search"], "GET", address)];
    return LISTS.test(name) ? [isBatch, need(name, ["list", "search"], "GET", address)] : [isBatch];
  });
}

const missing = (needs: readonly Need[]) =>
  needs.filter(({ found, kinds }) => !found || !kinds.includes(found.kind)).map(({ what }) => what);

const PROCEDURES = Object.keys(PERMISSIONS);

describe("the table of limits", () => {
  it("has a row of the right kind for every route, endpoint and procedure", () => {
    const needs = [...routeNeeds(), ...endpointNeeds(), ...procedureNeeds(PROCEDURES)];
    expect(missing(needs)).toEqual([]);
    const counted = (kind: Bound["kind"]) => needs.filter(({ found }) => found?.kind === kind).length;
    for (const kind of ["export", "stream", "search", "list", "body"] as const)
      expect([kind, counted(kind) > 0]).toEqual([kind, true]);
  });

  it("control: reports a missing row of a route or a list", () => {
    expect(
      missing([
        need("new/route", BODY, "POST", "/new/route"),
        need("new/export.xml", ["export"], "GET", "/new/export.xml"),
        need("new/events", ["stream"], "GET", "/new/events"),
        ...procedureNeeds(["refunds.list", "refunds.search"]),
      ]),
    ).toEqual(["new/route", "new/export.xml", "new/events", "refunds.list", "refunds.search"]);
  });

  it("names existing procedures only, each once", () => {
    const named = ROWS.flatMap(({ procedures = [] }) => procedures);
    expect(named.filter((name) => !PROCEDURES.includes(name))).toEqual([]);
    expect(new Set(named).size).toBe(named.length);
  });

  it("limits bytes in every row, and concurrency of long responses", () => {
    for (const { name, kind, bodyBytes, answerBytes, atOnce, streams } of ROWS) {
      expect([name, Number.isInteger(bodyBytes) && bodyBytes <= 262_144]).toEqual([name, true]);
      if (kind === "export") expect([name, answerBytes]).toEqual([name, 268_435_456]);
      if (kind !== "body") expect([name, Boolean(atOnce ?? streams)]).toEqual([name, true]);
      if (atOnce) expect([name, atOnce.own < atOnce.all]).toEqual([name, true]);
      if (streams)
        expect([name, streams.own < streams.merchant, streams.merchant * 4 <= streams.all]).toEqual([name, true, true]);
    }
  });

  it.each([
    ["/api/v1/payment-links?search=x", "API search"],
    ["/api/v1/payment-links?a=b&sear%63h=x", "API search"],
    ["/api/v1/payment-link%73?search=x", "API search"],
    ["/api/v1/./x/../payment-links?search=x", "API search"],
    ["http://elsewhere.example/api/v1/payment-links?search=x", "API search"],
    ["/api/v1/payment-links?research=x", "API list"],
    ["/api/v1/payment-links?a=search=x", "API list"],
    ["/api/trpc/me.get%2Cpayments%2Elist", "Console search"],
    ["/console/payments/export%2Ecsv?x", "export"],
    ["/api/v1/%zz", undefined],
    ["//", undefined],
  ])("maps %s as the routers do: %s", (target, name) => expect(boundOf("GET", target)?.name).toBe(name));

  it("is what the operator's page says about requests that wait for test events", () => {
    const { own, merchant, all } = boundNamed("webhook events").streams;
    const page = readFileSync(path.join(projectRoot, "docs/operate/limits.md"), "utf8");
    expect(page).toContain(
      `At most ${own} requests of one API key, ${merchant} of one merchant and ${all} of a process wait for test events`,
    );
  });

  it("is what the operator's page says about event streams of the checkout", () => {
    const { own, merchant, all } = boundNamed("event stream").streams;
    const page = readFileSync(path.join(projectRoot, "docs/operate/checkout.md"), "utf8");
    expect(page).toContain(`| streams of one process | ${all.toLocaleString("en")} |`);
    expect(page).toContain(`| streams of one merchant, over all its payments and links | ${merchant} |`);
    expect(page).toContain(`| streams of one payment, or link | ${own} |`);
  });

  it("limits a batch to the Console's own batch size", () => {
    expect(MAX_BATCH_ITEMS).toBe(MAX_BATCH_CALLS);
  });
});
