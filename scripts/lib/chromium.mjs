import { existsSync } from "node:fs";
import { platform } from "node:process";
import { run, StepError, tool } from "./steps.mjs";

const SYSTEM = [
  "/usr/bin/chromium",
  "/usr/bin/chromium-browser",
  "/usr/bin/google-chrome",
  "/usr/bin/google-chrome-stable",
  "/opt/google/chrome/chrome",
  "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
  "/Applications/Chromium.app/Contents/MacOS/Chromium",
  "C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe",
];
const LAUNCH_TIMEOUT_MS = 60_000;

/**
 * A Chromium that really starts: the one named by E2E_CHROMIUM, Playwright's own, the system's, or one installed now.
 * Returns its path; an empty text stands for Playwright's own. Throws a sentence that says what to do.
 */
export async function findChromium() {
  const { chromium } = await import("@playwright/test");
  const tried = [];
  const launches = async (executablePath) => {
    if (!existsSync(executablePath || chromium.executablePath())) return false;
    try {
      const browser = await chromium.launch({ ...launchOptions(executablePath), timeout: LAUNCH_TIMEOUT_MS });
      await browser.close();
      return true;
    } catch (error) {
      tried.push(`${executablePath || "Playwright's Chromium"}: ${String(error.message).split("\n")[0]}`);
      return false;
    }
  };
  const look = async () => {
    const candidates = process.env.E2E_CHROMIUM ? [process.env.E2E_CHROMIUM] : ["", ...SYSTEM];
    for (const candidate of candidates) if (await launches(candidate)) return candidate;
    return undefined;
  };
  const installs = [
    () => run(tool("@playwright/test/cli.js", "install", "chromium")),
    ...(platform === "linux" && process.getuid?.() === 0 && existsSync("/usr/bin/apt-get") ? [installFromDebian] : []),
  ];
  let found = await look();
  for (const install of installs) if (found === undefined && (await install()).code === 0) found = await look();
  if (found !== undefined) return found;
  const advice =
    "Install one (Debian: apt-get install chromium; elsewhere: npx playwright install --with-deps chromium), or set E2E_CHROMIUM to its path.";
  throw new StepError(`No Chromium was found that starts, and none could be installed. ${advice}`, tried.join("\n"));
}

/** How a Chromium is started here. Root cannot have its sandbox; containers often have little shared memory. */
function launchOptions(executablePath) {
  const args = process.getuid?.() === 0 ? ["--no-sandbox", "--disable-dev-shm-usage"] : [];
  return executablePath ? { executablePath, args } : { args };
}

async function installFromDebian() {
  const env = { DEBIAN_FRONTEND: "noninteractive" };
  await run(["apt-get", "update"], { env });
  return run(["apt-get", "install", "-y", "--no-install-recommends", "chromium"], { env });
}
