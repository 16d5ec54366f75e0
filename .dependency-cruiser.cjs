// The import rules of ARCHITECTURE.md: downwards and leftwards, only public files of other domains, no circle.
// Run through scripts/depcruise.mjs, which cannot tell an import of types from another. The rule that needs this (components
// take only types from the server) is in server/test/code-rules/runtime-imports.test.ts.
const { existsSync, readdirSync, readFileSync } = require("node:fs");
const path = require("node:path");

const DOMAINS = [
  "audit",
  "mail",
  "merchants",
  "identity",
  "banks",
  "connectors",
  "accounts",
  "webhooks",
  "payments",
  "reconciliation",
  "balances",
  "developer-tools",
  "operator",
];
/** The stores whose statements run in every token, status, creation, list of links and logged call. */
const FREQUENT_STORES = [
  "^server/http/(call-log/call-store|idempotency/store)[.]ts$",
  "^server/identity/(credentials/store|tokens/(family|token)-store)[.]ts$",
  "^server/payments/(requests/((new-request|status)-)?store|links/store|links/queries/list-store)[.]ts$",
  "^server/payments/(attempts/(attempt-((write|limit)-)?|bank-call-)store|settlement/settle-at-once-store)[.]ts$",
  "^server/(accounts/store|merchants/store|webhooks/(delivery/(claim|delivery)|events/event|health/health)-store)[.]ts$",
  "^simbank/src/(((booking|ledger)-)?store|berlin-group/oauth-store|open-banking/oauth/grant-store)[.]ts$",
];

const DOORS = "/(rest-endpoints|router|jobs|[a-z-]+-router)[.]ts$";

/** A domain may use the domains to its left, and none to its right. */
const leftwards = DOMAINS.slice(0, -1).map((domain, index) => ({
  name: `domains-leftwards-${domain}`,
  comment: "The order of the domains is in ARCHITECTURE.md; another order needs an ADR.",
  severity: "error",
  from: { path: `^server/${domain}/`, pathNot: "[.]test[.]tsx?$" },
  to: { path: `^server/(${DOMAINS.slice(index + 1).join("|")})/` },
}));

/** A store is private to its folder. */
const privateStores = readdirSync(path.join(__dirname, "server"), { withFileTypes: true })
  .filter((entry) => entry.isDirectory() && entry.name !== "generated")
  .map(({ name }) => [name, `server/${name}`])
  .concat([["simbank", "simbank"]])
  .map(([name, folder]) => ({
    name: `store-of-${name}-only-inside-its-folder`,
    severity: "error",
    from: { pathNot: `^${folder}/` },
    to: { path: `^${folder}/[a-z/-]*store[.]ts$` },
  }));

/** What the simulated bank shares with the product: settings, the database and plain functions. It knows no domain. */
const SHARED_WITH_SIMBANK =
  "^server/lib/(clock|crypto|db|ids|log|statements|config/(env|simulation-key|start-error)|money/(iban|money)|net/(http-client|parse-url))[.]ts$";
/** And its own process: how a process of the installation starts, listens and stops. */
const SHARED_WITH_ITS_PROCESS =
  "^server/(entry/(database/(claim-database|migrate|prepare)|listen|shutdown)|jobs/heartbeat)[.]ts$";

const NOT_THE_PRODUCT = "[.]test[.]tsx?$|^(server/test|verification|e2e|client)/";

/** From outside, only the files under "Public files" of a domain's README.md are imported. Tests may import any. */
const publicFiles = DOMAINS.filter((domain) => existsSync(readmeOf(domain))).map((domain) => ({
  name: `public-files-of-${domain}`,
  comment: `server/${domain}/README.md lists the files that others import.`,
  severity: "error",
  from: { pathNot: `^server/${domain}/|${NOT_THE_PRODUCT}` },
  to: { path: `^server/${domain}/`, pathNot: `^server/${domain}/(${listPublicFiles(domain).join("|")})[.]tsx?$` },
}));

function readmeOf(domain) {
  return path.join(__dirname, "server", domain, "README.md");
}

/** The files of lines like "- `links/`: `find-link`, `link-url`", as paths in the domain's folder. */
function listPublicFiles(domain) {
  const [, section = ""] = readFileSync(readmeOf(domain), "utf8").split("\n## Public files\n");
  const lines = section.split("\n## ")[0].split("\n");
  return lines.flatMap((line) => {
    const names = [...line.matchAll(/`([^`]+)`/g)].map(([, name]) => name);
    const folder = names[0]?.endsWith("/") ? names.shift() : "";
    return names.map((name) => folder + name);
  });
}

module.exports = {
  forbidden: [
    { name: "no-circular", severity: "error", from: {}, to: { circular: true } },
    {
      name: "no-unresolvable",
      severity: "error",
      from: {},
      to: { couldNotResolve: true, pathNot: "[.](css|json|mjs)$" },
    },
    {
      name: "no-dev-dependency-in-the-product",
      comment: "What runs in production has to be installed there.",
      severity: "error",
      from: { path: "^(app|components|server|simbank)/", pathNot: "[.]test[.]tsx?$|^server/test/|^verification/" },
      to: { dependencyTypes: ["npm-dev"], pathNot: "^node_modules/(@types/|[^/]+/[^/]+[.]d[.]ts$)" },
    },
    {
      name: "lib-knows-nothing-above-it",
      severity: "error",
      from: { path: "^server/lib/", pathNot: "[.]test[.]tsx?$" },
      to: { path: "^(app|components|demo-shop|server|simbank)/", pathNot: "^server/(lib|generated)/" },
    },
    {
      name: "use-cases-know-no-transport",
      comment: "Rules stand in use-cases, so that the Console and the API cannot disagree; doors translate.",
      severity: "error",
      from: { path: `^server/(${DOMAINS.join("|")})/`, pathNot: `${DOORS}|[.]test[.]tsx?$` },
      to: { path: "^(app/|server/(http|trpc|entry|cli)/|node_modules/next/)" },
    },
    {
      name: "doors-of-a-domain-know-no-driver",
      severity: "error",
      from: { path: `^server/(${DOMAINS.join("|")})/[a-z/-]*${DOORS.slice(1)}` },
      to: { path: "^(app/|server/(entry|cli)/|node_modules/next/)" },
    },
    {
      name: "prisma-only-in-stores",
      severity: "error",
      from: {
        path: "^(app|components|server|simbank)/",
        pathNot:
          "/[a-z-]*store[.]ts$|^server/lib/(db|transaction-connections)[.]ts$|^server/jobs/leased-rows[.]ts$|^server/generated/|[.]test[.]tsx?$",
      },
      to: { path: "^(server/generated/|node_modules/@prisma/)" },
    },
    {
      name: "named-statements-only-in-frequent-stores",
      comment: "ADR 62: statements of the most frequent calls are on pg, everything else uses Prisma.",
      severity: "error",
      from: { path: "^(app|components|server|simbank)/", pathNot: [...FREQUENT_STORES, "[.]test[.]tsx?$"] },
      to: { path: "^server/lib/statements[.]ts$" },
    },
    {
      name: "the-simulated-bank-is-reached-over-http-only",
      comment: "Its one mount in the product is app/simbank/.",
      severity: "error",
      from: { pathNot: `^simbank/|^app/simbank/|${NOT_THE_PRODUCT}` },
      to: { path: "^simbank/" },
    },
    {
      name: "the-mount-of-the-simulated-bank-knows-its-handler-only",
      severity: "error",
      from: { path: "^app/simbank/" },
      to: { path: "^simbank/", pathNot: "^simbank/src/handle-simbank[.]ts$" },
    },
    {
      name: "the-simulated-bank-knows-named-modules-of-the-product-only",
      comment: "ADR 68. It is the other side of the connectors: a rule that both shared would check nothing.",
      severity: "error",
      from: { path: "^simbank/", pathNot: "^simbank/src/standalone/|[.]test[.]tsx?$" },
      to: { path: "^(app|client|components|server)/", pathNot: SHARED_WITH_SIMBANK },
    },
    {
      name: "the-process-of-the-simulated-bank-knows-named-modules-of-the-product-only",
      severity: "error",
      from: { path: "^simbank/src/standalone/", pathNot: "[.]test[.]tsx?$" },
      to: { path: "^(app|client|components|server)/", pathNot: [SHARED_WITH_SIMBANK, SHARED_WITH_ITS_PROCESS] },
    },
    {
      name: "attempts-know-no-decision-and-no-call",
      comment: "A payment is read in one direction: checkout, bank-calls, settlement, attempts.",
      severity: "error",
      from: { path: "^server/payments/attempts/", pathNot: "[.]test[.]tsx?$" },
      to: { path: "^server/payments/(settlement|bank-calls|checkout|queries)/" },
    },
    {
      name: "settlement-knows-no-call",
      severity: "error",
      from: { path: "^server/payments/settlement/", pathNot: "[.]test[.]tsx?$" },
      to: { path: "^server/payments/(bank-calls|checkout|queries)/" },
    },
    {
      name: "requests-know-no-settlement",
      comment: "Settlement writes the request. A request that is cancelled at its bank is a step in bank-calls.",
      severity: "error",
      from: { path: "^server/payments/requests/", pathNot: "[.]test[.]tsx?$" },
      to: { path: "^server/payments/settlement/" },
    },
    {
      name: "parts-know-no-pages",
      comment: "components/ui is the kit that the pages of the Console and of the operator are made of.",
      severity: "error",
      from: { path: "^components/ui/", pathNot: "[.]test[.]tsx?$" },
      to: { path: "^(app|components/(checkout|console|operator))/" },
    },
    {
      name: "the-server-knows-no-pages",
      severity: "error",
      from: { path: "^server/", pathNot: "[.]test[.]tsx?$" },
      to: { path: "^app/" },
    },
    {
      name: "outgoing-http-only-through-two-files",
      comment:
        "Banks: lib/http-client, with its connections. Addresses that merchants give: lib/safe-fetch, which needs no library (server/test/code-rules/tidy.test.ts).",
      severity: "error",
      from: {
        path: "^(server|simbank)/",
        pathNot: "^server/lib/net/(http-client|bank-connections)[.]ts$|[.]test[.]tsx?$|^server/test/|^verification/",
      },
      to: { path: "^node_modules/undici/" },
    },
    {
      name: "the-shop-is-an-integrator",
      comment: "The demo shop is the example of the documentation: it has what any merchant has, and no more.",
      severity: "error",
      from: { path: "^server/demo-shop/", pathNot: "[.]test[.]tsx?$" },
      to: { path: "^(server|app|components)/", pathNot: "^server/demo-shop/" },
    },
    {
      name: "the-client-is-an-integrator",
      comment: "It is installed where the product is not: what it knows of the API stands in the OpenAPI document.",
      severity: "error",
      from: { path: "^client/", pathNot: "[.]test[.]ts$|^client/test/" },
      to: { path: "^(server|app|components|scripts|simbank)/" },
    },
    {
      name: "the-product-does-not-need-its-client",
      comment: "Tests may: what is delivered is judged by what integrators verify with.",
      severity: "error",
      from: { path: "^(server|app|components)/", pathNot: "[.]test[.]tsx?$|^server/test/|^verification/" },
      to: { path: "^client/|^node_modules/@bankside/" },
    },
    {
      name: "tests-are-imported-by-nobody",
      severity: "error",
      from: { pathNot: "[.]test[.]tsx?$|^((server|client)/test|verification)/|^e2e/" },
      to: { path: "[.]test[.]tsx?$|^((server|client)/test|verification)/" },
    },
    ...leftwards,
    ...privateStores,
    ...publicFiles,
  ],
  options: {
    doNotFollow: { path: "^(node_modules|server/generated)/" },
    preserveSymlinks: true,
    exclude: { path: "^([.]next|dist)/" },
    tsConfig: { fileName: "tsconfig.json" },
    tsPreCompilationDeps: true,
    parser: "swc",
    enhancedResolveOptions: {
      exportsFields: ["exports"],
      conditionNames: ["import", "require", "node", "default", "types"],
    },
  },
};
