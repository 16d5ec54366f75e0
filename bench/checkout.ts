// `npm run bench:checkout`: the loading time of the checkout on a slow phone. The frame's page, empty caches, compared
// with the same document without its style and script: the least that a server could send. Both go through one proxy,
// so that the network path is the same. Then the loader in a shop's page, from its call to the ready frame. Rounds
// alternate; medians are shown. Ratios count, absolute figures do not. It never fails for being slow; it fails for an
// unusable page.
import os from "node:os";
import { setTimeout as sleep } from "node:timers/promises";
import { parseArgs } from "node:util";
import { type Browser, chromium, type Page } from "@playwright/test";
import { chromiumOptions, findChromium } from "../scripts/lib/browsers.mjs";
import { freePort } from "../server/entry/database/free-port";
import { startProxy, watchPage } from "./checkout-pages";
import { median, print } from "./figures";
import { inDataDir, serve, thenStopAll } from "./processes";
import { BUILD_WITHIN_MS, post, toolOf } from "./servers";

const { values: given } = parseArgs({ options: { rounds: { type: "string", default: "5" } } });
const ROUNDS = Number(given.rounds);
/** Lighthouse's slow phone: 150 ms round trip, 1.6 Mbit/s down, 750 kbit/s up, CPU slowed by four. */
const LINK = { latency: 150, downloadThroughput: (1.6 * 1024 * 1024) / 8, uploadThroughput: (750 * 1024) / 8 };
const CPU_RATE = 4;
const PHONE = { viewport: { width: 390, height: 844 }, deviceScaleFactor: 3, isMobile: true, hasTouch: true };
/** Late events after the page's load, such as a late paint, occur within this time. */
const SETTLES_WITHIN_MS = 2_000;
const SUBJECTS = ["frame", "plain document", "loader in a shop"] as const;
type Subject = (typeof SUBJECTS)[number];

const FIGURES = {
  firstPaintMs: "first contentful paint, ms",
  largestPaintMs: "largest contentful paint, ms",
  usableMs: "a bank can be chosen and Continue pressed, ms",
  scriptMs: "its script has run, ms",
  bytes: "bytes over the network, without the typeface",
  fontBytes: "bytes of the typeface, which comes after",
  requests: "requests",
  shift: "layout shift",
  longTasks: "long tasks",
  readyMs: "from mount to ready, ms",
} as const;
type Figure = keyof typeof FIGURES;
type Measured = Partial<Record<Figure, number>>;

/** Opens one page like a slow phone with empty caches, and reads its costs. */
async function measure(browser: Browser, subject: Subject, origin: string, token: string): Promise<Measured> {
  const context = await browser.newContext({ ...PHONE, locale: "en-GB" });
  try {
    const page = await context.newPage();
    // tsx wraps functions in a helper `__name` that pages do not have.
    await page.addInitScript("globalThis.__name = (value) => value");
    await page.addInitScript(watchPage);
    const devtools = await context.newCDPSession(page);
    const network = { bytes: 0, fontBytes: 0, requests: 0 };
    const fonts = new Set<string>();
    devtools.on("Network.requestWillBeSent", ({ requestId, type }) => {
      network.requests += 1;
      if (type === "Font") fonts.add(requestId);
    });
    devtools.on("Network.loadingFinished", ({ requestId, encodedDataLength }) => {
      network[fonts.has(requestId) ? "fontBytes" : "bytes"] += encodedDataLength;
    });
    await devtools.send("Network.enable");
    await devtools.send("Network.emulateNetworkConditions", { offline: false, ...LINK });
    await devtools.send("Emulation.setCPUThrottlingRate", { rate: CPU_RATE });
    const query = `payment_token=${token}&locale=en-GB`;
    const address = { frame: `/embed?${query}`, "plain document": `/plain?${query}`, "loader in a shop": "/shop" };
    await page.goto(origin + address[subject], { waitUntil: "load" });
    const ready = subject === "loader in a shop" ? await readyIn(page) : {};
    await sleep(SETTLES_WITHIN_MS);
    return { ...(subject === "loader in a shop" ? ready : await figuresOf(page, subject)), ...network };
  } finally {
    await context.close();
  }
}

async function readyIn(page: Page): Promise<Measured> {
  await page.waitForFunction(() => "readyMs" in window);
  return page.evaluate(() => ({ readyMs: (window as unknown as { readyMs: number }).readyMs }));
}

async function figuresOf(page: Page, subject: Subject): Promise<Measured> {
  const figures = await page.evaluate(() => {
    const { seen } = window as unknown as {
      seen: Record<"largestPaintMs" | "shift" | "longTasks" | "usableMs", number>;
    };
    const [first] = performance.getEntriesByName("first-contentful-paint");
    const [navigation] = performance.getEntriesByType("navigation") as PerformanceNavigationTiming[];
    return { ...seen, firstPaintMs: first?.startTime ?? 0, scriptMs: navigation?.domContentLoadedEventEnd ?? 0 };
  });
  if (subject === "frame") {
    await page.locator("label.bank").first().click();
    const says = await page.locator("#pay .btn").innerText();
    if (!/^Continue to /.test(says)) throw new Error(`A bank was chosen, and the button says “${says}”.`);
  }
  if (Object.values(figures).some((figure) => Number.isNaN(figure)) || figures.usableMs === 0)
    throw new Error(`${subject}: no form to be used was seen. ${JSON.stringify(figures)}`);
  return figures;
}

function report(results: Map<Subject, Measured[]>): string {
  const of = (subject: Subject, figure: Figure) => {
    const values = (results.get(subject) ?? []).map((round) => round[figure]).filter((value) => value !== undefined);
    return values.length === 0 ? null : median(values);
  };
  const text = (value: number | null, figure: Figure) =>
    value === null ? "" : figure === "shift" ? value.toFixed(3) : value.toFixed(0);
  const head = `${ROUNDS} rounds in turn, median; ${LINK.latency} ms, 1.6 Mbit/s down, 750 kbit/s up, processor / ${CPU_RATE}; empty caches; ${os.cpus().length} cores`;
  const lines = [
    head,
    "",
    `${"".padEnd(48)}${SUBJECTS.map((subject) => subject.padStart(18)).join("")}   frame / plain`,
  ];
  for (const [figure, name] of Object.entries(FIGURES) as [Figure, string][]) {
    const [frame, plain, loader] = SUBJECTS.map((subject) => of(subject, figure));
    const ratio = frame && plain ? `× ${(frame / plain).toFixed(2)}` : "";
    const cells = [frame, plain, loader].map((value) => text(value ?? null, figure).padStart(18)).join("");
    lines.push(`${name.padEnd(48)}${cells}${ratio.padStart(16)}`);
  }
  return lines.join("\n");
}

/** A payment of the demo's merchant with an unopened page. */
async function newPayment(productOrigin: string, env: Record<string, string>, shop: string): Promise<string> {
  const { merchants } = await toolOf(env)<{ merchants: object[] }>("demo");
  const api = `${productOrigin}/api/v1`;
  const { access_token } = await post<{ access_token: string }>(`${api}/oauth2/token`, merchants[0] ?? {});
  const order = { amount: 2550, currency: "EUR", locale: "en-GB", payment_reference: "Order 3451" };
  const redirect_urls = { success_url: `${shop}/ok`, failure_url: `${shop}/no` };
  const asked = { order, redirect_urls };
  const created = await post<{ payment_token: string }>(`${api}/embedded/payment-requests`, asked, access_token);
  return created.payment_token;
}

async function main(dataDir: string): Promise<void> {
  const [port, shopPort] = [await freePort(null), await freePort(null)];
  let token = "";
  const shopPage = () => `<!doctype html><title>A shop</title><meta name="viewport" content="width=device-width">
    <h1>Pay</h1><div id="pay"></div><script src="/embed.js"></script><script>
    const begin = performance.now();
    Bankside.mount(document.getElementById("pay"), { paymentToken: ${JSON.stringify(token)}, locale: "en-GB",
      onReady: () => { window.readyMs = performance.now() - begin; } });</script>`;
  const origin = await startProxy(port, shopPage);
  print("starting the product (builds it first when its sources are newer)");
  const env = { PORT: String(port), SHOP_PORT: String(shopPort), DATA_DIR: dataDir, BASE_URL: origin };
  await serve(["scripts/start.mjs"], env, `http://127.0.0.1:${port}/readyz`, BUILD_WITHIN_MS);
  const browser = await chromium.launch(chromiumOptions(await findChromium()));
  try {
    const results = new Map<Subject, Measured[]>();
    for (let number = 0; number <= ROUNDS; number++) {
      print(number === 0 ? "a round that does not count" : `round ${number} of ${ROUNDS}`);
      token = await newPayment(`http://127.0.0.1:${port}`, env, origin);
      for (const subject of SUBJECTS) {
        const measured = await measure(browser, subject, origin, token);
        if (number > 0) results.set(subject, [...(results.get(subject) ?? []), measured]);
      }
    }
    print(`\n${report(results)}`);
  } finally {
    await browser.close();
  }
}

await inDataDir((dataDir) => thenStopAll(() => main(dataDir)));
process.exit();
