import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { removeAtEnd } from "../../../scripts/lib/remove-at-end.mjs";

export type Certified = { cert: string; key: string };
/** `expired`: its validity has ended at creation. `rsa`: with an RSA key instead of P-256. */
type Options = { expired?: boolean; subject?: string; rsa?: boolean };

/** A certificate authority made by the openssl command: an implementation independent of Node's. */
export type Authority = {
  cert: string;
  issue(name: string, options?: Options): Certified;
  close(): void;
};

/** Whether the openssl command exists. */
export function hasOpenssl(): boolean {
  try {
    execFileSync("openssl", ["version"], { stdio: "ignore" });
    return true;
  } catch {
    return false;
  }
}

/** Creates an authority in a new folder. All its certificates are for 127.0.0.1 and localhost. */
export function newAuthority(name: string): Authority {
  const folder = mkdtempSync(path.join(tmpdir(), "bankside-ca-"));
  removeAtEnd(folder);
  const at = (file: string) => path.join(folder, file);
  const openssl = (...args: string[]) => execFileSync("openssl", args, { cwd: folder, stdio: "pipe" });
  const newKey = ["-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes"];
  const newRsaKey = ["-newkey", "rsa:2048", "-nodes"];
  openssl(
    "req",
    "-x509",
    ...newKey,
    "-utf8",
    "-subj",
    `/CN=${name}`,
    "-days",
    "2",
    "-keyout",
    "ca.key",
    "-out",
    "ca.crt",
  );
  writeFileSync(at("names"), "subjectAltName=IP:127.0.0.1,DNS:localhost\n");
  let count = 0;
  return {
    cert: readFileSync(at("ca.crt"), "utf8"),
    issue(common, { expired = false, subject = `/CN=${common}`, rsa = false } = {}) {
      count += 1;
      const file = `c${count}`;
      openssl(
        "req",
        ...(rsa ? newRsaKey : newKey),
        "-utf8",
        "-subj",
        subject,
        "-keyout",
        `${file}.key`,
        "-out",
        `${file}.csr`,
      );
      const signer = ["-CA", "ca.crt", "-CAkey", "ca.key", "-CAcreateserial", "-extfile", "names"];
      const days = expired ? "-1" : "2";
      openssl("x509", "-req", "-in", `${file}.csr`, ...signer, "-days", days, "-out", `${file}.crt`);
      return { cert: readFileSync(at(`${file}.crt`), "utf8"), key: readFileSync(at(`${file}.key`), "utf8") };
    },
    close: () => rmSync(folder, { recursive: true, force: true }),
  };
}
