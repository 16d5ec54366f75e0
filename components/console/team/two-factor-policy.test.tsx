import { renderToStaticMarkup } from "react-dom/server";
import { expect, it } from "vitest";
import { TwoFactorPolicy } from "./two-factor-policy";

const change = { run: () => {}, busy: false, failure: null, errors: {}, reset: () => {} };

const textWith = (members: Parameters<typeof TwoFactorPolicy>[0]["members"]) =>
  renderToStaticMarkup(
    <TwoFactorPolicy {...{ whom: "members of Olaria", since: null, mayChange: false, members }} change={change} />,
  ).replace(/<[^>]+>/g, "");

it("the two-factor policy says how many have no second factor, and how many have none for API tokens", () => {
  const [none, passkey, both] = [
    { twoFactor: false, hasApp: false, disabled: false },
    { twoFactor: true, hasApp: false, disabled: false },
    { twoFactor: true, hasApp: true, disabled: false },
  ];
  expect(textWith([none, passkey, both, { ...none, disabled: true }])).toContain(
    "Optional for members of Olaria. 1 has not set it up yet. 2 have no authenticator app: requiring it stops their API tokens.",
  );
  for (const complete of [[both], null])
    expect(textWith(complete)).toBe("Two-factor authenticationOptional for members of Olaria.");
});
