import { expect, it } from "vitest";
import { hasOpenssl, newAuthority } from "../../test/banks/certificates";
import { liveConnection, setDemo } from "../../test/banks/connections";
import { moveClock } from "../../test/database";
import { ctx } from "../../test/rows/fixtures";
import { temporaryFolder } from "../../test/temporary-folder";
import { hasLiveConnections } from "../profiles";
import { setConnectionEnabled } from "./enable-connection";
import { putConnection } from "./put-connection";

const folder = temporaryFolder("connections");

it.skipIf(!hasOpenssl())(
  "an installation is not live by a connection that was enabled without banks and gets them while disabled; it is by one that gets them while enabled",
  async () => {
    setDemo(false);
    const authority = newAuthority("Test CA");
    const live = liveConnection(folder, authority.issue("PSP"));
    authority.close();
    const { id } = live.profile;
    const put = (banks: string[]) => putConnection(ctx, JSON.stringify({ ...live, banks }));
    const isLive = async () => {
      // Cached for half a second.
      await moveClock("1 second");
      return hasLiveConnections();
    };
    await put([]);
    await setConnectionEnabled(ctx, { id, to: "enabled" });
    await setConnectionEnabled(ctx, { id, to: "disabled" });
    await put(live.banks);
    expect(await isLive()).toBe(false);
    await put([]);
    await setConnectionEnabled(ctx, { id, to: "enabled" });
    expect(await isLive()).toBe(false);
    await put(live.banks);
    expect(await isLive()).toBe(true);
  },
);
