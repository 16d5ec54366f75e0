import { describe, expect, it } from "vitest";
import { invitationMail } from "./invitation-mail";

const FACTS = {
  token: "binv_x",
  place: "Olaria do Norte",
  role: "viewer",
  by: "Ana Reis",
  email: "a@x.example",
} as const;
/** What mail programs make a link of by themselves. */
const LINK = /https?:\/\/\S+|\b[\w-]+\.[a-z]{2,}\S*|\S+@\S+/gi;
const linksOf = (facts: Partial<typeof FACTS> | { by: string } | { place: string }) => {
  const { subject, text } = invitationMail({ ...FACTS, ...facts });
  return [...(subject.match(LINK) ?? []), ...(text.match(LINK) ?? [])];
};

describe("the mail of an invitation", () => {
  const own = linksOf({});

  it.each([
    "Bankside Security: sign in at https://evil.example/login",
    "www.evil.example",
    "evil.example/a",
    "help@evil.example",
    "http://[::1]/",
    "Ana\r\nhttps://evil.example",
    "Ana\u2028evil.example",
  ])("has no link in the place of a name: %j", (name) => {
    expect(linksOf({ by: name })).toEqual(own);
    expect(linksOf({ place: name })).toEqual(own);
  });

  it("tells a name as it is where it is one, and the beginning of a long one", () => {
    const text = (by: string) => invitationMail({ ...FACTS, by }).text.split(" invites you")[0];
    expect(text("José M. d’Ávila-Núñez")).toBe("José M. d’Ávila-Núñez");
    expect(text("x".repeat(200))).toBe(`${"x".repeat(59)}…`);
  });

  it("twin: a link that is there is seen", () => {
    expect(own).toContain(FACTS.email);
    expect(own.join(" ")).toContain(FACTS.token);
    expect("a evil.example b".match(LINK)).toEqual(["evil.example"]);
  });
});
