import { renderToStaticMarkup } from "react-dom/server";
import { expect, it, vi } from "vitest";
import { ConsoleQueries } from "../frame/console-queries";
import type { Preference } from "./notification-labels";
import { NotificationsPage } from "./notifications";

// Outside of Next there is no router.
vi.mock("next/navigation", () => ({ useRouter: () => ({}) }));

const FIXED: Preference = { kind: "checkout_changed", enabled: true, isFixed: true };

const textWith = (first: Preference[], getsLeakMails: boolean) =>
  renderToStaticMarkup(
    <ConsoleQueries merchant={{ id: "1", name: "Olaria" }} mode="test" may={[]}>
      <NotificationsPage first={first} getsLeakMails={getsLeakMails} />
    </ConsoleQueries>,
  ).replace(/<[^>]+>/g, "");

it("the notifications page of a viewer has no leaked secrets and no sentence about owners; an owner's has both", () => {
  const viewer = textWith([{ ...FIXED, enabled: false, isFixed: false }], false);
  expect(viewer).not.toContain("Leaked secrets");
  expect(viewer).toMatch(/E-mails about your sign-in can’t be switched off\.$/);
  const owner = textWith([FIXED], true);
  expect(owner).toContain("Leaked secrets");
  expect(owner).toMatch(
    /your sign-in and about leaked secrets can’t be switched off\. Nor can owners switch off those about the checkout\.$/,
  );
});
