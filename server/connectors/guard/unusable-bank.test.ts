import { expect, it, vi } from "vitest";
import { log } from "../../lib/log";
import { newFakeBank } from "../../test/banks/fake-bank";
import { fetchStatusAt, kindOf } from "../../test/banks/guarded-calls";
import { moveClock } from "../../test/database";

it("a bank whose files cannot be used causes one alert an hour, and another when the reason changes", async () => {
  const error = vi.spyOn(log(), "error");
  const missing = (certFile: string) => ({ certFile, keyFile: "/missing.key" });
  const bank = await newFakeBank({ security: { tls: missing("/missing.pem") } });
  const kinds = new Set<string>();
  for (let call = 0; call < 50; call += 1) kinds.add(kindOf(await fetchStatusAt(bank)));
  expect([...kinds]).toEqual(["unavailable"]);
  expect(await fetchStatusAt(bank)).toMatchObject({ notSent: true });
  expect(error).toHaveBeenCalledExactlyOnceWith(
    { bank: bank.profile.id, detail: expect.stringContaining("/missing.pem"), alert: true },
    "a bank cannot be called",
  );
  bank.profile.security.tls = missing("/gone.pem");
  await fetchStatusAt(bank);
  await fetchStatusAt(bank);
  expect(error).toHaveBeenCalledTimes(2);
  await moveClock("1 hour");
  await fetchStatusAt(bank);
  await fetchStatusAt(bank);
  expect(error).toHaveBeenCalledTimes(3);
  expect(bank.calls).toBe(0);
  error.mockRestore();
});
