import { execFile } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { promisify } from "node:util";

/**
 * The phases in a network namespace in which every address leads to one listener:
 * `guarded` sends the hostile addresses, the corpus' and public ones through the guard; `naive` sends the same hostile
 * ones without it; `rebinding` saves and calls names whose addresses change at each query, with the guard and by a
 * program that checks and then calls by name; `allowed` tries networks that the operator allowed, and their neighbours.
 */
export type WireOrder = {
  phase: "guarded" | "naive" | "rebinding" | "allowed";
  count: number;
  seed: number;
  corpus: CorpusRow[];
};
export type CorpusRow = { url: string; accepted: boolean; addresses: string[] };

export type WireReport = {
  /** The results of the calls, by kind and reason. */
  outcomes: Record<string, number>;
  /** Each connection that the listener accepted: "address port". */
  reached: string[];
  /** TCP connections begun in this namespace, by the kernel's count, at the end of the calls that must fail. */
  opened: number;
  /** Queries that the DNS received. */
  asked: number;
  /** Guarded: corpus rows with a result other than their verdict; and the number of public addresses reached. */
  disagreements: string[];
  publicReached: number;
  /** Rebinding: connections of the program that checks and then calls by name. */
  reachedByName: string[];
};

/** The merchant whose addresses are called. */
export const MERCHANT = "01931f4e-7c1a-7d3e-9a55-5b6f0c9d2a11";
/** In `allowed`: what the operator allows. */
const ALLOWED = ["10.1.2.3/32:8443", "[fd00:1::/64]:8080", "127.0.0.0/8:3000"].map((entry) => `${MERCHANT}=${entry}`);

const SETUP = [
  "ip link set lo up",
  "ip route add local 0.0.0.0/0 dev lo",
  "ip -6 route add local ::/0 dev lo",
  'mount --bind "$1" /etc/resolv.conf',
  "shift",
  'exec "$@"',
].join(" && ");
const MAX_REPORT_BYTES = 64 * 1024 * 1024;
const exec = promisify(execFile);

/** Becomes root in a new user namespace, unless this process is root already. */
const UNSHARE = [...(process.getuid?.() === 0 ? [] : ["--map-root-user"]), "--net", "--mount", "sh", "-c", SETUP, "sh"];

/** The reason why no namespace can be created here; null when one can. */
export async function whyNoNamespace(): Promise<string | null> {
  if (process.platform !== "linux") return "network namespaces are Linux's";
  return withResolvConf((resolvConf) =>
    exec("unshare", [...UNSHARE, resolvConf, "true"]).then(
      () => null,
      (error: Error) => error.message.split("\n")[1] ?? error.message,
    ),
  );
}

/** Runs one phase in a new namespace and process. */
export function inNamespace(file: string, order: WireOrder): Promise<WireReport> {
  return withResolvConf(async (resolvConf) => {
    const env = {
      ...process.env,
      DEMO: "0",
      DATABASE_URL: "postgresql://nobody@127.0.0.1:1/none",
      ENCRYPTION_KEY: `1:${Buffer.alloc(32, 1).toString("base64")}`,
      NEXTAUTH_SECRET: "x".repeat(64),
      BASE_URL: "http://localhost:3000",
      SMTP_URL: "smtp://127.0.0.1:1",
      MAIL_FROM: "Bankside <no-reply@pay.example.com>",
      WEBHOOK_ALLOW_CIDRS: order.phase === "allowed" ? ALLOWED.join(",") : "",
    };
    const running = exec("unshare", [...UNSHARE, resolvConf, process.execPath, file], {
      env,
      maxBuffer: MAX_REPORT_BYTES,
    });
    running.child.stdin?.end(JSON.stringify(order));
    return JSON.parse((await running).stdout) as WireReport;
  });
}

async function withResolvConf<T>(use: (file: string) => Promise<T>): Promise<T> {
  const folder = mkdtempSync(path.join(tmpdir(), "bankside-resolv-"));
  try {
    const file = path.join(folder, "resolv.conf");
    writeFileSync(file, "nameserver 127.0.0.1\n");
    return await use(file);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
