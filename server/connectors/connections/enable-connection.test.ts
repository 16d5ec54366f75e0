import { expect, it } from "vitest";
import { hasOpenssl, newAuthority } from "../../test/banks/certificates";
import { liveConnection, setDemo } from "../../test/banks/connections";
import { ctx } from "../../test/rows/fixtures";
import { temporaryFolder } from "../../test/temporary-folder";
import { hasLiveConnections } from "../profiles";
import { setConnectionEnabled } from "./enable-connection";
import { putConnection } from "./put-connection";

const present = hasOpenssl();
if (!present) console.warn("Left out: enabling connections, because the openssl command does not exist.");

const folder = temporaryFolder("connections");

const enable = (id: string) => setConnectionEnabled(ctx, { id, to: "enabled" });

it.runIf(present)(
  "a live connection cannot be enabled in a demo; control: a sandbox's can, and the live one on a real installation",
  async () => {
    const authority = newAuthority("Test CA");
    const live = liveConnection(folder, authority.issue("PSP"));
    authority.close();
    const sandbox = { ...live, profile: { ...live.profile, id: "sandbox", environment: "test" } };
    for (const connection of [live, sandbox]) await putConnection(ctx, JSON.stringify(connection));
    await expect(enable(live.profile.id)).rejects.toThrow("A demo moves no money");
    await enable("sandbox");
    expect(await hasLiveConnections()).toBe(false);
    setDemo(false);
    await expect(enable(live.profile.id)).resolves.toBeUndefined();
  },
);
