import { writeFileSync } from "node:fs";
import { describe, expect, it, vi } from "vitest";
import { env } from "../../lib/config/env";
import { startError } from "../../lib/config/start-error";
import { db } from "../../lib/db";
import { startSentence } from "./prepare";
import { connectTo } from "./start-database";

const refused = async (part: "username" | "password" | "pathname" | "port", value: string) => {
  const url = new URL(env().databaseUrl);
  url[part] = value;
  return connectTo(url.toString()).then(
    () => expect.unreachable("connected"),
    (error: Error) => error.message,
  );
};

describe("the error of a connection to the database", () => {
  it("says that the password is wrong, and does not contain it", async () => {
    const message = await refused("password", "mistyped");
    expect(message).toMatch(
      /^The database \w+ at \S+ refuses the password of the user "\w+", .* Correct DATABASE_URL /,
    );
    expect(message).not.toContain("mistyped");
  });

  it("names a user that does not exist", async () => {
    expect(await refused("username", "typo")).toMatch(/user "typo"/);
  });

  it("says that the database does not exist", async () => {
    expect(await refused("pathname", "/none")).toMatch(/^The database none at \S+ does not exist\. Create it, or /);
  });

  it("says that nothing listens there", async () => {
    expect(await refused("port", "1")).toMatch(/^The database \w+ at \S+ is unreachable \(.*\)\. Check DATABASE_URL/);
  });
});

describe("the sentence of an error that ended the start", () => {
  const raised = (code: string) =>
    db()
      .$executeRawUnsafe(`DO $$ BEGIN RAISE EXCEPTION 'no' USING ERRCODE = '${code}'; END $$`)
      .catch((cause: unknown) => new Error("wrapped", { cause }));
  const onFullDevice = () => {
    try {
      writeFileSync("/dev/full", "x");
    } catch (error) {
      return error;
    }
    return null;
  };

  it("names the data folder of a demo whose disk is full, for PostgreSQL and for a file", async () => {
    vi.stubEnv("DEMO", "1");
    vi.stubEnv("DATA_DIR", "/full");
    const sentences = [await raised("53100"), onFullDevice()].map(startSentence);
    vi.unstubAllEnvs();
    const sentence =
      "The disk of the database is full. Without DATABASE_URL that is the disk of DATA_DIR, /full. Free space there, and start again.";
    expect(sentences).toEqual([sentence, sentence]);
  });

  it("is the message of a start error, and null for another error of the database", async () => {
    expect(startSentence(startError("Set PORT."))).toBe("Set PORT.");
    expect(startSentence(await raised("23505"))).toBe(null);
  });
});
