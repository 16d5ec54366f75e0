import { parseArgs } from "node:util";
import { startError } from "../../../server/lib/config/start-error";

/** The options of `npm run simbank -- …`. */
export type Options = { mtlsFolder: string | null; makeCertificates: boolean };

const USAGE = "npm run simbank [-- --mtls <folder> [--make-certificates]]";

/** @throws a plain sentence for an unknown option */
export function readOptions(args: readonly string[]): Options {
  const options = { mtls: { type: "string" }, "make-certificates": { type: "boolean" } } as const;
  try {
    const { values } = parseArgs({ args: [...args], options });
    const { mtls: mtlsFolder = null, "make-certificates": makeCertificates = false } = values;
    if (makeCertificates && mtlsFolder === null) throw new Error("--make-certificates needs --mtls and its folder.");
    return { mtlsFolder, makeCertificates };
  } catch (error) {
    throw startError(`${error instanceof Error ? error.message : String(error)}\n${USAGE}`);
  }
}
