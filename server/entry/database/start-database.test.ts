import { describe, expect, it } from "vitest";
import { env } from "../../lib/config/env";
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
