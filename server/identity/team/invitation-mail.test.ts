import { describe, expect, it } from "vitest";
import { invitationMail } from "./invitation-mail";

const FACTS = {
  token: "binv_x",
  team: "Olaria do Norte",
  role: "viewer",
  by: "Ana Reis",
  email: "a@x.example",
  isPartner: false,
} as const;
/** Texts that mail programs turn into links. */
const LINK = /https?:\/\/\S+|\b[\w-]+\.[a-z]{2,}\S*|\S+@\S+/gi;
const linksOf = (facts: Partial<typeof FACTS> | { by: string } | { team: string }) => {
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
  ])("contains no link made of the name %j", (name) => {
    expect(linksOf({ by: name })).toEqual(own);
    expect(linksOf({ team: name })).toEqual(own);
  });

  it("keeps an ordinary name and cuts a long one at 60 characters", () => {
    const text = (by: string) => invitationMail({ ...FACTS, by }).text.split(" invited you")[0];
    expect(text("José M. d’Ávila-Núñez")).toBe("José M. d’Ávila-Núñez");
    expect(text("x".repeat(200))).toBe(`${"x".repeat(59)}…`);
  });

  it("says of a partner's team that the role is for all of its merchants; control: of a merchant's team it does not", () => {
    const role = (isPartner: boolean) => /Your role: [^.]*/.exec(invitationMail({ ...FACTS, isPartner }).text)?.[0];
    expect(role(true)).toBe(
      "Your role: viewer, for all merchants of Olaria do Norte:\nread-only: payments, payment links and balances",
    );
    expect(role(false)).toBe("Your role: viewer,\nread-only: payments, payment links and balances");
  });

  it("control: the pattern finds the links that the mail does contain", () => {
    expect(own).toContain(FACTS.email);
    expect(own.join(" ")).toContain(FACTS.token);
    expect("a evil.example b".match(LINK)).toEqual(["evil.example"]);
  });
});
