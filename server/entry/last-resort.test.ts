import { expect, it } from "vitest";
import { keepingUncaught } from "./last-resort";

it("takes off the listeners for uncaught errors that a piece of work left, and no others", async () => {
  const [own, foreign] = [() => undefined, () => undefined];
  process.on("unhandledRejection", own);
  try {
    await keepingUncaught(async () => {
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
