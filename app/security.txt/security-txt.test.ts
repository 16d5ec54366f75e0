import { afterEach, expect, it, vi } from "vitest";

afterEach(() => vi.unstubAllEnvs());

async function read(set: Record<string, string>): Promise<Response> {
  vi.resetModules();
  for (const [name, value] of Object.entries(set)) vi.stubEnv(name, value);
  return (await import("./route")).GET();
}

it("security.txt is 404 without a contact", async () => {
  expect((await read({})).status).toBe(404);
  expect((await read({ SECURITY_EXPIRES: "2027-06-30" })).status).toBe(404);
});

it("security.txt has the contacts in order, the expiry, the policy and its own URL (RFC 9116)", async () => {
  const answer = await read({
    SECURITY_CONTACT: "mailto:security@pay.example.com, https://pay.example.com/report",
    SECURITY_EXPIRES: "2027-06-30",
    SECURITY_POLICY_URL: "https://pay.example.com/disclosure",
    BASE_URL: "https://pay.example.com",
    DEMO_PUBLIC: "1",
    SMTP_URL: "smtp://127.0.0.1:2525",
  });
  expect(answer.headers.get("content-type")).toBe("text/plain; charset=utf-8");
  expect((await answer.text()).split("\n")).toEqual([
    "Contact: mailto:security@pay.example.com",
    "Contact: https://pay.example.com/report",
    "Expires: 2027-06-30T00:00:00.000Z",
    "Policy: https://pay.example.com/disclosure",
    "Canonical: https://pay.example.com/.well-known/security.txt",
    "",
  ]);
});

it.each([
  [{ SECURITY_CONTACT: "mailto:a@x.example" }, "SECURITY_CONTACT needs SECURITY_EXPIRES"],
  [
    { SECURITY_CONTACT: "a@x.example", SECURITY_EXPIRES: "2027-06-30" },
    "SECURITY_CONTACT has an entry that is not a mailto:",
  ],
  [{ SECURITY_CONTACT: "mailto:a@x.example", SECURITY_EXPIRES: "next year" }, "SECURITY_EXPIRES must be a date"],
])("the start is refused for %j", async (set, sentence) => {
  await expect(read(set)).rejects.toThrow(sentence);
});
