/** `npm run simbank`: the whole simulated bank as a separate process, on the product's database. */
import { claimOf } from "../../../server/entry/database/claim-database";
import { migrate } from "../../../server/entry/database/migrate";
import { prepareEnvironment } from "../../../server/entry/database/prepare";
import { onShutdown } from "../../../server/entry/shutdown";
import { type Heartbeat, startHeartbeat } from "../../../server/jobs/heartbeat";
import { env, parseEnv } from "../../../server/lib/config/env";
import { isStartError } from "../../../server/lib/config/start-error";
import { closeDb } from "../../../server/lib/db";
import { log } from "../../../server/lib/log";
import { makeCertificates, readServerTls } from "./certificates";
import { readOptions } from "./options";
import { startStandalone } from "./server";

const LOOPBACKS = ["127.0.0.1", "::1"];

async function start(): Promise<() => Promise<void>> {
  const { mtlsFolder, makeCertificates: isToMake } = readOptions(process.argv.slice(2));
  const postgres = await prepareEnvironment("tool");
  let heartbeat: Heartbeat | undefined;
  try {
    const scheme = mtlsFolder === null ? "http" : "https";
    // The bank's own origin: here it is not the product's.
    process.env["SIMBANK_URL"] ||= `${scheme}://localhost:${parseEnv(process.env).simbankPort}`;
    const { simbankUrl, simbankPort, host, hostIsDefault, databaseUrl, migrationUrl, baseUrl, shutdownTimeoutS } =
      env();
    await migrate(migrationUrl, process.cwd(), {
      runtimeUrl: databaseUrl,
      claim: claimOf(env(), postgres !== null),
      keys: env().encryptionKeys,
    });
    // Before it seals a signing key: the key that it seals with must not be retired.
    heartbeat = await startHeartbeat("web");
    const origin = new URL(simbankUrl ?? baseUrl);
    if (mtlsFolder !== null && isToMake)
      await makeCertificates(mtlsFolder, [...new Set(["localhost", ...LOOPBACKS, origin.hostname])]);
    const tls = mtlsFolder === null ? null : readServerTls(mtlsFolder);
    const bank = await startStandalone({ port: simbankPort, hosts: hostIsDefault ? LOOPBACKS : [host], tls });
    process.stdout.write(`${words(origin.origin, baseUrl)}\n`);
    return async () => {
      await bank.close(shutdownTimeoutS * 1_000);
      await heartbeat?.stop();
      await closeDb();
      await postgres?.release();
    };
  } catch (error) {
    await heartbeat?.stop();
    await closeDb();
    await postgres?.release();
    throw error;
  }
}

function words(origin: string, baseUrl: string): string {
  return `The simulated bank: ${origin}/simbank/{bank}
It redirects to ${baseUrl}, which finds it by SIMBANK_URL=${origin}`;
}

try {
  onShutdown(await start());
} catch (error) {
  if (isStartError(error)) process.stderr.write(`\n${error.message}\n`);
  else log().fatal({ error }, "the simulated bank did not start");
  process.exit(1);
}
