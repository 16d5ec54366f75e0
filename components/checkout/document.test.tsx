import { renderToStaticMarkup } from "react-dom/server";
import { describe, expect, test } from "vitest";
import type { Checkout, Phase } from "../../server/payments/checkout/checkout-view";
import { CheckoutDocument } from "./Document";
import type { CheckoutPage } from "./model";
import { samplePage } from "./testing/sample-page";

function html(checkout: Partial<Checkout> = {}, page: Partial<CheckoutPage> = {}): string {
  return renderToStaticMarkup(<CheckoutDocument page={samplePage(checkout, page)} />);
}

function words(markup: string): string {
  return markup
    .replace(/<title>.*?<\/title>/, "")
    .replace(/<[^>]+>/g, " ")
    .replace(/&#x27;/g, "'")
    .replace(/\s+/g, " ");
}

const bank = { id: "b", displayName: "Banco Ribeira" };
const asked = { bank, startedAt: new Date("2026-11-20T09:39:00Z") };
const chosen = { bankId: "b", accountId: null, held: null, remember: false };
const at = { completedAt: new Date("2026-11-20T09:41:00Z") };

const PHASES: [Phase, Partial<Checkout>, heading: string, money: string | null][] = [
  ["choosing", {}, "Choose your bank", "none"],
  ["starting", asked, "Opening Banco Ribeira", "asked"],
  ["at_bank", { ...asked, bankUrl: "https://bank.example/approve" }, "Approve at Banco Ribeira", "asked"],
  ["confirming", asked, "Checking with Banco Ribeira", "asked"],
  ["cancelling", asked, "Cancelling at Banco Ribeira", "unsure"],
  ["unresolved", asked, "No answer from Banco Ribeira", "unsure"],
  ["paid", { ...asked, ...at }, "Paid", "sent"],
  ["paid_late", { ...asked, ...at }, "Paid after all", "sent"],
  ["refused", { ...asked, reason: "AM04" }, "Banco Ribeira declined the payment", "stopped"],
  ["failed", asked, "Payment not completed", "stopped"],
  ["cancelled", {}, "Payment cancelled", "none"],
  ["cancelled_at_bank", asked, "Payment cancelled", "stopped"],
  ["paid_elsewhere", {}, "Already paid", "none"],
  ["expired", {}, "This payment has expired", "none"],
];

describe("each phase has its text and shows where the money is", () => {
  test.each(PHASES)("%s", (phase, checkout, heading, money) => {
    const markup = html({ phase, ...checkout });
    expect(markup).toMatch(new RegExp(`<h2[^>]*>${heading}</h2>`));
    expect(markup).toContain(`data-money="${money}"`);
    expect(words(markup)).toContain("Test payment: no real money");
  });

  test.each(["frame", "hosted"] as const)("%s: no Cancel while the result is fetched, otherwise unchanged", (view) => {
    const offers = (phase: Phase, canCancel = true) =>
      />Cancel payment</.test(html({ ...asked, phase, canCancel }, { view }));
    expect([offers("choosing"), offers("at_bank"), offers("at_bank", false)]).toEqual([true, true, false]);
    expect(offers("confirming")).toBe(false);
  });

  test.each([
    ["link_used", "This link is already paid", false],
    ["link_expired", "This link has expired", true],
    ["link_cancelled", "This link was cancelled", true],
  ] as const)("%s shows only a stub, and nothing about who paid", (phase, heading, isNamed) => {
    const link = {
      status: "used" as const,
      expiresAt: new Date("2026-11-27T09:00:00Z"),
      url: "https://pay.example/pay/x",
    };
    const markup = html({ phase, link }, { view: "hosted" });
    expect(markup).toMatch(new RegExp(`<h1[^>]*>${heading}</h1>`));
    // Another person may open a used link.
    expect(/€74.50.*Order 3451/.test(words(markup))).toBe(isNamed);
    expect(words(markup)).not.toContain("From");
  });
});

describe("no message claims more than is known", () => {
  test("“no money was taken” is shown only if no payment was started", () => {
    const saying = PHASES.filter(([phase, checkout]) =>
      /no money was taken/i.test(words(html({ phase, ...checkout }))),
    );
    expect(saying.map(([phase]) => phase)).toEqual(["cancelled", "paid_elsewhere", "expired"]);
    expect(words(html({ phase: "paid_elsewhere", ...asked }))).toContain(
      "The payment you started at Banco Ribeira was stopped, and no money was sent from there.",
    );
  });

  test("the slip is green and torn only when the payment is paid", () => {
    const torn = PHASES.filter(([phase, checkout]) => html({ phase, ...checkout }).includes("data-torn"));
    expect(torn.map(([phase]) => phase)).toEqual(["paid", "paid_late"]);
  });

  test("the whole amount was returned: neither green nor torn, no receipt, help and the returned amount", () => {
    const markup = html({ phase: "paid", ...asked, ...at, reversedAmount: 7450 });
    expect(markup).toContain('data-money="stopped"');
    expect(markup).not.toMatch(/data-torn|data-tone="good"|\/checkout\/receipt|data-restart/);
    expect(words(markup)).toMatch(/Returned €74\.50.*Payment returned.*Copy reference/);
  });

  test("a part was returned: paid, with a receipt and the returned amount", () => {
    const markup = html({ phase: "paid", ...asked, ...at, reversedAmount: 1000 });
    expect(markup).toMatch(/data-money="sent".*data-tone="good".*\/checkout\/receipt/);
    expect(words(markup)).toMatch(/Returned €10\.00.*Paid Your payment to Olaria do Norte is confirmed/);
  });

  test("a reason code without a message is left out", () => {
    expect(words(html({ phase: "refused", ...asked, reason: "AM04" }))).toContain("not enough money in the account");
    expect(words(html({ phase: "refused", ...asked, reason: "FF10" }))).not.toContain("Reason from your bank");
  });

  test("a failed payment that no bank refused says what is known, and leads to another bank on an open link", () => {
    const link = { status: "active", expiresAt: new Date(0), url: "https://pay.example/pay/x" } as const;
    const said = (checkout: Partial<Checkout>) =>
      words(html({ phase: "failed", ...asked, ...checkout }, { view: "hosted" }));
    expect(said({ reason: "not_approved" })).toContain("The payment wasn’t approved at Banco Ribeira");
    expect(said({ reason: "authorisation_lost" })).toContain("No money was sent from Banco Ribeira. Start again at");
    expect(said({ reason: "authorisation_lost" })).not.toContain("approved");
    const again = said({ reason: "not_approved", link, mayTryAgain: true });
    expect(again).toMatch(/You can use another account or another bank\..*Choose another bank/);
    expect(again).not.toContain("Start again");
    // Not "Continue on your phone", also if a second screen opened the link. The bank that declined is not preselected.
    const markup = html({ phase: "failed", ...asked, link, mayTryAgain: true });
    expect(markup).toContain(`href="${link.url}?here=1&amp;another=1"`);
  });

  test("another bank on an open link keeps language and theme, and a second screen stays the second one", () => {
    const link = { status: "active", expiresAt: new Date(0), url: "https://pay.example/pay/x" } as const;
    const query = { payment_token: "ptok_x", locale: "pl", theme: "dark", from: "bank" };
    const addresses = { ...samplePage().addresses, page: { path: "/checkout", query } };
    const markup = html({ phase: "refused", ...asked, link, mayTryAgain: true }, { addresses, elsewhere: true });
    expect(markup).toContain(`href="${link.url}?here=1&amp;another=1&amp;locale=pl&amp;theme=dark&amp;window=tab"`);
  });

  test.each([
    ["expired", "arrived", /Paid after all Banco Ribeira confirmed this payment late/],
    ["failed", "unclear", /taking longer than usual.*don’t pay Olaria do Norte a second time/],
  ] as const)("%s, with money that %s: neither denies the money nor asks to pay again", (phase, lateMoney, said) => {
    for (const view of ["frame", "hosted"] as const) {
      const markup = html({ phase, ...asked, lateMoney }, { view, backUrl: "https://shop.example/no" });
      expect(words(markup)).toMatch(said);
      expect(words(markup)).not.toMatch(/No money|no money|Start again|start again/);
      expect(markup).not.toMatch(/data-restart|No payment has started/);
    }
  });

  test("no button leads back to the shop while the result is fetched, unless it takes long", () => {
    const backUrl = "https://shop.example/ok";
    const waiting = (slow: boolean) =>
      words(html({ phase: "confirming", ...asked }, { slow, backUrl, view: "hosted" }));
    expect(waiting(false)).not.toContain("Back to");
    expect(waiting(true)).toContain("Back to Olaria do Norte");
    const unanswered = words(html({ phase: "at_bank", ...asked }, { slow: true, backUrl, view: "hosted" }));
    expect(unanswered).toMatch(/taking longer than usual.*Copy reference Back to Olaria do Norte/);
    expect(unanswered).not.toContain("Open your banking app");
  });
});

describe("the page works without script", () => {
  test("radios in a form that targets the top window, with the shown amount", () => {
    const markup = html();
    expect(markup).toMatch(/<form id="pay" action="\/embed\?payment_token=ptok_sample" method="post" target="_top">/);
    expect(markup.match(/type="radio" name="bank_id"/g)).toHaveLength(10);
    expect(markup).toContain('name="seen_amount" value="7450"');
  });

  test("search and country are a form of their own, which keeps the token", () => {
    const markup = html();
    expect(markup).toMatch(/<form id="find" action="\/embed" method="get"><input type="hidden" name="payment_token"/);
    expect(markup).toMatch(
      /<select form="find" name="country"[^>]*>.*<option value="PT" selected="">Portugal<\/option>/,
    );
  });

  test("waiting refreshes itself, and the way back needs no press", () => {
    const waiting = html({ phase: "confirming", ...asked }, { view: "hosted", refreshS: 2 });
    expect(waiting).toContain('<noscript><meta http-equiv="refresh" content="2"/></noscript>');
    const backUrl = "https://shop.example/ok?basket=7&status=success";
    const leaving = html({ phase: "paid", ...asked, ...at }, { view: "hosted", leaving: true, backUrl });
    expect(leaving).toContain(
      '<meta http-equiv="refresh" content="0;url=https://shop.example/ok?basket=7&amp;status=success"/>',
    );
  });

  test("a help address is one address of a mail, whatever its characters, with the payment's reference", () => {
    const { merchant } = samplePage({}).checkout;
    const markup = html({ phase: "failed", ...asked, merchant: { ...merchant, help: "a?bcc=x&b#1%40@shop.example" } });
    expect(markup).toContain('href="mailto:a%3Fbcc%3Dx%26b%231%2540@shop.example?subject=Order%203451"');
  });

  test("no style attribute and no inline script: the content policy allows neither", () => {
    for (const [phase, checkout] of PHASES) {
      const markup = html({ phase, ...checkout });
      expect(markup).not.toMatch(/ style="| on[a-z]+="/);
      expect(markup.match(/<script/g)).toHaveLength(1);
    }
  });
});

describe("changes are shown", () => {
  test("a new amount after a bank was chosen needs confirmation, with the old amount struck out", () => {
    const markup = html({ amount: 7900 }, { problem: { kind: "amount_changed", wasAmount: 7450, chosen } });
    expect(words(markup)).toContain("Previous amount: €74.50");
    expect(words(markup)).toContain("Continue with €79.00");
    expect(markup).toContain('name="seen_amount" value="7900"');
  });

  test("an account at an unavailable bank cannot pay, and can be removed", () => {
    const account = { bankId: "b", bankName: "Banco Ribeira", accountMasked: "•••• 1234", lastUsedAt: new Date(0) };
    const accounts = [
      { ...account, id: "first" },
      { ...account, id: "second" },
    ];
    const markup = html({ accounts }, { restingAccounts: ["second"] });
    const pay = (id: string) =>
      new RegExp(`<button class="(?:bank|btn pay)"[^>]*value="${id}"[^>]*>`).exec(markup)?.[0];
    expect(pay("first")).not.toContain("disabled");
    expect(pay("second")).toContain("disabled");
    expect(words(markup)).toContain("•••• 1234 account ending in 1234 , not responding right now");
    expect(markup.match(/<button class="linkish"[^>]*value="second"[^>]*>/)?.[0]).not.toContain("disabled");
  });

  test("the slip names the saved account of the form, when the amount changed and when its bank is unavailable", () => {
    const account = { bankId: "b", bankName: "Banco Ribeira", accountMasked: "•••• 1234", lastUsedAt: new Date(0) };
    const other = { ...account, id: "second", bankId: "a", bankName: "Açor", accountMasked: "•••• 9876" };
    const accounts = [{ ...account, id: "first" }, other];
    const pressed = { ...chosen, bankId: null, accountId: "second" };
    const problems = [
      { kind: "amount_changed", wasAmount: 7450, chosen: pressed },
      { kind: "bank_unavailable", chosen: pressed, bankName: "Açor" },
    ] as const;
    for (const problem of problems)
      expect(words(html({ accounts }, { problem }))).toMatch(/From .*Açor •••• 9876 account ending in 9876 To/);
  });

  test("a bank that is down leaves both ways open", () => {
    const problem = { kind: "bank_unavailable", chosen, bankName: "Banco Ribeira" } as const;
    const said = words(html({}, { problem }));
    expect(said).toContain(
      "We couldn’t start the payment at Banco Ribeira No money was taken. Choose another bank, or try again.",
    );
    expect(said).toContain("Choose another bank Try Banco Ribeira again");
  });
});
