import { expect, it } from "vitest";
import { addAccount } from "../accounts/add-account";
import { setConnectionEnabled } from "../connectors/connections/enable-connection";
import { putConnection } from "../connectors/connections/put-connection";
import { fictitiousIban } from "../lib/money/iban";
import { hasOpenssl, newAuthority } from "../test/banks/certificates";
import { liveConnection, liveUkConnection, setDemo } from "../test/banks/connections";
import { moveClock } from "../test/database";
import { ctx, newTenant } from "../test/rows/fixtures";
import { temporaryFolder } from "../test/temporary-folder";
import { readGoLive } from "./read-go-live";

const folder = temporaryFolder("connections");

it.skipIf(!hasOpenssl())(
  "the step of a live bank is complete while an enabled live connection takes the currency of a real receiving account",
  async () => {
    setDemo(false);
    const { merchantId } = await newTenant();
    const authority = newAuthority("Test CA");
    const ours = authority.issue("PSP", { rsa: true });
    authority.close();
    const euro = liveConnection(`${folder}/euro`, ours);
    const sterling = liveUkConnection(`${folder}/sterling`, ours);
    for (const connection of [euro, sterling]) await putConnection(ctx, JSON.stringify(connection));
    const bankStep = async () => {
      // Which banks are connected is cached for half a second.
      await moveClock("1 second");
      const { state, why } = (await readGoLive(ctx, { merchantId })).find(({ key }) => key === "bank") ?? {};
      return { state, why };
    };
    const set = (id: string, to: "enabled" | "disabled") => setConnectionEnabled(ctx, { id, to });
    const none = { state: "missing", why: "No live bank is connected." };
    expect(await bankStep()).toEqual(none);
    await set("monzo", "enabled");
    const iban = fictitiousIban("EUR", "go live");
    const account = { merchantId, connectionId: euro.profile.id, iban, currency: "EUR", simulated: false };
    await set(euro.profile.id, "enabled");
    await addAccount(ctx, { ...account, roles: ["receiving"] });
    expect(await bankStep()).toEqual({ state: "proven", why: null });
    await set(euro.profile.id, "disabled");
    expect(await bankStep()).toEqual({
      state: "missing",
      why: "No live bank takes the currency of your accounts.",
    });
    await set("monzo", "disabled");
    expect(await bankStep()).toEqual(none);
  },
);
