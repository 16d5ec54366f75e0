import { expect, it } from "vitest";
import { hasOpenssl, newAuthority } from "../../test/banks/certificates";
import { liveConnection, setDemo } from "../../test/banks/connections";
import { moveClock, query } from "../../test/database";
import { ctx } from "../../test/rows/fixtures";
import { temporaryFolder } from "../../test/temporary-folder";
import { listUnavailableBanks } from "../guard/list-unavailable-banks";
import { hasLiveConnections } from "../profiles";
import { setConnectionEnabled } from "./enable-connection";
import { listConnections } from "./list-connections";
import { putConnection } from "./put-connection";
import { testConnection } from "./test-connection";

const present = hasOpenssl();
if (!present) console.warn("Left out: enabling connections, because the openssl command does not exist.");

const folder = temporaryFolder("connections");

const enable = (id: string) => setConnectionEnabled(ctx, { id, to: "enabled" });

/** A live connection's file, and that of a sandbox. */
function connections() {
  const authority = newAuthority("Test CA");
  const live = liveConnection(folder, authority.issue("PSP"));
  authority.close();
  return { live, sandbox: { ...live, profile: { ...live.profile, id: "sandbox", environment: "test" } } };
}

it.runIf(present)(
  "a live connection cannot be enabled in a demo; control: a sandbox's can, and the live one on a real installation",
  async () => {
    const { live, sandbox } = connections();
    for (const connection of [live, sandbox]) await putConnection(ctx, JSON.stringify(connection));
    await expect(enable(live.profile.id)).rejects.toThrow("A demo moves no money");
    await enable("sandbox");
    expect(await hasLiveConnections()).toBe(false);
    setDemo(false);
    await expect(enable(live.profile.id)).resolves.toBeUndefined();
  },
);

it.runIf(present)(
  "a profile that this version cannot read is listed with its fault; its connection cannot be enabled or tested",
  async () => {
    await putConnection(ctx, JSON.stringify(connections().sandbox));
    await enable("sandbox");
    expect(await listUnavailableBanks("test")).toEqual([]);
    await query(`UPDATE bank_profiles SET profile = profile || '{"finality": "SOON"}' WHERE id = 'sandbox'`);
    expect((await listConnections({})).find(({ id }) => id === "sandbox")).toMatchObject({
      ...{ connector: null, certificates: [], faults: [expect.stringContaining("finality: ")] },
    });
    expect(await listUnavailableBanks("test")).toMatchObject([{ profileId: "sandbox", reason: "profile" }]);
    await setConnectionEnabled(ctx, { id: "sandbox", to: "disabled" });
    expect(await listUnavailableBanks("test")).toEqual([]);
    const refused = { code: "VALIDATION_ERROR" };
    await expect(enable("sandbox")).rejects.toMatchObject(refused);
    await expect(testConnection(ctx, { id: "sandbox" })).rejects.toMatchObject(refused);
  },
);

it.runIf(present)(
  "an installation that was live stays live when its only live connection has no banks any more, and is disabled",
  async () => {
    const { live } = connections();
    setDemo(false);
    await putConnection(ctx, JSON.stringify(live));
    await enable(live.profile.id);
    await moveClock("1 second");
    expect(await hasLiveConnections()).toBe(true);
    await putConnection(ctx, JSON.stringify({ ...live, banks: [] }));
    await setConnectionEnabled(ctx, { id: live.profile.id, to: "disabled" });
    await moveClock("1 second");
    expect(await hasLiveConnections()).toBe(true);
  },
);
