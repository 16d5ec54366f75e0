// The proxies of the documents, whose logs must have no secrets.
import { existsSync, readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, it } from "vitest";
import { projectRoot } from "../test/code-rules/files";

/** The folders of `app` whose addresses continue with a secret. */
const SECRET_FOLDERS = ["bank-notifications", "invitation", "pay"];
const read = (name: string) => readFileSync(path.join(projectRoot, "docs/operate/files", name), "utf8");
const [nginx, haproxy] = [read("nginx.conf"), read("haproxy.cfg")];

function unmaskedFolders(ofNginx: string, ofHaproxy: string): string[] {
  return SECRET_FOLDERS.filter((name) => {
    const masks = [
      ofNginx.includes(`\n    ~^/${name}/ /${name}/...;\n`),
      ofHaproxy.includes(`,regsub(^/${name}/.*,/${name}/...)`),
    ];
    return masks.includes(false);
  });
}

describe("the access logs of the example proxies", () => {
  it("mask every path that contains a secret", () => {
    const folders = readdirSync(path.join(projectRoot, "app")).filter((name) =>
      ["[token]", "[target]"].some((secret) => existsSync(path.join(projectRoot, "app", name, secret))),
    );
    expect(folders.sort()).toEqual(SECRET_FOLDERS);
    expect(unmaskedFolders(nginx, haproxy)).toEqual([]);
  });

  it("that do not mask one are found (control)", () => {
    expect(unmaskedFolders(nginx.replace("~^/invitation/", "~^/invited/"), haproxy)).toEqual(["invitation"]);
    expect(unmaskedFolders(nginx, haproxy.replace("^/pay/", "^/paid/"))).toEqual(["pay"]);
  });
});
