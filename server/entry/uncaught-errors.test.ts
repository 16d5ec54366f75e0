import { expect, it } from "vitest";
import { withoutAddedListeners } from "./uncaught-errors";

it("removes only the listeners for uncaught errors that the work added", async () => {
  const [own, foreign] = [() => undefined, () => undefined];
  process.on("unhandledRejection", own);
  try {
    await withoutAddedListeners(async () => {
      process.on("unhandledRejection", foreign);
      process.on("uncaughtException", foreign);
    });
    expect(process.listeners("unhandledRejection")).toContain(own);
    expect(process.listeners("unhandledRejection")).not.toContain(foreign);
    expect(process.listeners("uncaughtException")).not.toContain(foreign);
  } finally {
    process.removeListener("unhandledRejection", own);
  }
});
