import { existsSync } from "node:fs";
import path from "node:path";
import { platform } from "node:process";
import { root, run, StepError, tool } from "./steps.mjs";

const CHROMIUMS = [
  // Debian's chromium-headless-shell: the same as Playwright's own, with a quarter less CPU work than the whole
  // browser.
  "/usr/bin/chromium-headless-shell",
  "/usr/bin/chromium",
  "/usr/bin/chromium-browser",
  "/usr/bin/google-chrome",
  "/usr/bin/google-chrome-stable",
  "/opt/google/chrome/chrome",
  "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
  "/Applications/Chromium.app/Contents/MacOS/Chromium",
  "C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe",
];
const FIREFOXES = ["/usr/bin/firefox-esr", "/usr/bin/firefox", "/Applications/Firefox.app/Contents/MacOS/firefox"];
const WEBKIT_DRIVERS = ["/usr/bin/WebKitWebDriver"];
const XVFB = "/usr/bin/Xvfb";
const LAUNCH_TIMEOUT_MS = 60_000;
/** A current Chromium renders two pages for each window's address bar: 0.5 s of a core each time. */
const ADDRESS_BAR = ["WebUIOmniboxPopup", "WebUIOmniboxAimPopup"];
/** The features that Playwright 1.64 disables by default: a second list replaces the first. */
const DISABLED_BY_PLAYWRIGHT = [
  "AvoidUnnecessaryBeforeUnloadCheckSync",
  "DestroyProfileOnBrowserClose",
  "DialMediaRouteProvider",
  "GlobalMediaControls",
  "HttpsUpgrades",
  "LensOverlay",
  "MediaRouter",
  "PaintHolding",
  "ThirdPartyStoragePartitioning",
  "BlockOriginHeaderModificationOnRedirect",
  "AvoidCorsURLLoaderRestartOnRedirect",
  "Translate",
  "AutoDeElevate",
  "OptimizationHints",
  "NetworkTimeServiceQuerying",
  "AimEnabled",
];
const isDebianRoot = platform === "linux" && process.getuid?.() === 0 && existsSync("/usr/bin/apt-get");

/**
 * A Chromium that starts: the one named by E2E_CHROMIUM, Playwright's own, the system's, or one that is installed now.
 * Returns its path; an empty string means Playwright's own. Throws an error with the remedy.
 */
export async function findChromium() {
  const { chromium } = await import("@playwright/test");
  const candidates = process.env.E2E_CHROMIUM ? [process.env.E2E_CHROMIUM] : ["", ...CHROMIUMS];
  const { found, tried } = await find({
    candidates: candidates.map((name) => ({ name, file: name || chromium.executablePath() })),
    launch: ({ name }) => start(chromium, chromiumOptions(name)),
    installs: ["chromium", "chromium-headless-shell"],
  });
  if (found) return found.name;
  const advice =
    "Install one (Debian: apt-get install chromium; elsewhere: npx playwright install --with-deps chromium), or set E2E_CHROMIUM to its path.";
  throw new StepError(`No Chromium was found that starts, and none could be installed. ${advice}`, tried.join("\n"));
}

/**
 * A Firefox that starts: the one named by E2E_FIREFOX, Playwright's own, the system's, or one that is installed now.
 * Returns the variables that playwright.config.ts reads; throws a sentence with the reason when there is none.
 */
export async function findFirefox() {
  const { firefox } = await import("@playwright/test");
  const given = process.env.E2E_FIREFOX;
  const own = given ? [] : [{ env: { E2E_FIREFOX: "own" }, file: firefox.executablePath() }];
  const system = (given ? [given] : FIREFOXES).map((file) => ({ env: { E2E_FIREFOX: file }, file }));
  const { found, tried } = await find({
    candidates: [...own, ...system],
    launch: ({ env }) => start(firefox, firefoxOptions(env.E2E_FIREFOX)),
    installs: ["firefox", "firefox-esr"],
  });
  if (found) return found.env;
  throw new StepError(`no Firefox was found that starts, and none could be installed`, tried.join("\n"));
}

/** The driver of WebKitGTK, with a virtual screen where the machine has none. Never installed by this script. */
export async function findWebKit() {
  const driver = process.env.E2E_WEBKIT_DRIVER ?? WEBKIT_DRIVERS.find((file) => existsSync(file));
  if (!driver || !existsSync(driver)) throw new StepError("no WebKitWebDriver is installed (webkit2gtk-driver)");
  if (!process.env.DISPLAY && !existsSync(XVFB)) throw new StepError("there is no screen, and no Xvfb is installed");
  return { E2E_WEBKIT_DRIVER: driver };
}

/** The options to start a Chromium. Its sandbox does not work as root; containers often have little shared memory. */
export function chromiumOptions(executablePath) {
  const sandbox = process.getuid?.() === 0 ? ["--no-sandbox", "--disable-dev-shm-usage"] : [];
  const args = [...sandbox, `--disable-features=${[...DISABLED_BY_PLAYWRIGHT, ...ADDRESS_BAR].join(",")}`];
  return executablePath ? { executablePath, args } : { args };
}

/**
 * The options to start a Firefox: Playwright's own by its own protocol, any other by WebDriver BiDi, over the bridge.
 */
export function firefoxOptions(executablePath) {
  if (executablePath === "own") return {};
  if (platform === "win32") return { channel: "moz-firefox", executablePath };
  const env = { ...process.env, BRIDGED_FIREFOX: executablePath };
  return { channel: "moz-firefox", executablePath: path.join(root, "scripts/lib/firefox-bridge.mjs"), env };
}

/** Tries the candidates, then installs one and tries again: Playwright's, and on Debian the system's. */
async function find({ candidates, launch, installs: [playwrights, debians = playwrights] }) {
  const tried = [];
  const look = async () => {
    for (const candidate of candidates) {
      if (!existsSync(candidate.file)) continue;
      try {
        await launch(candidate);
        return candidate;
      } catch (error) {
        tried.push(`${candidate.file}: ${String(error.message).split("\n")[0]}`);
      }
    }
    return undefined;
  };
  const installs = [
    () => run(tool("@playwright/test/cli.js", "install", playwrights)),
    ...(isDebianRoot ? [() => installFromDebian(debians)] : []),
  ];
  let found = await look();
  for (const install of installs) if (found === undefined && (await install()).code === 0) found = await look();
  return { found, tried };
}

/** Starts a browser and opens a page in it. */
async function start(type, options) {
  const browser = await type.launch({ ...options, timeout: LAUNCH_TIMEOUT_MS });
  try {
    const context = await browser.newContext({ locale: "en-GB" });
    await (await context.newPage()).goto("about:blank");
  } finally {
    await browser.close();
  }
}

async function installFromDebian(name) {
  const env = { DEBIAN_FRONTEND: "noninteractive" };
  await run(["apt-get", "update"], { env });
  return run(["apt-get", "install", "-y", "--no-install-recommends", name], { env });
}
