import { CUSTOMER, clock, deliveryFacts, goodsList, moment, money, REWARDS } from "./goods";
import { type Html, html } from "./html";
import type { Order } from "./orders";

/** Seconds between two reloads in a browser without script. */
const REFRESH_S = 3;

interface Page {
  title: string;
  main: Html;
  head?: Html;
  steps?: Html;
}

function page({ title, main, head, steps }: Page): string {
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${title} · Olaria do Norte (demo shop)</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="/shop.css">
${head ?? ""}
</head>
<body class="shop">
<header class="sh-head"><p class="sh-demo">Demo shop: no goods, no real money.</p>
<div class="sh-in"><a class="sh-logo" href="/">Olaria do Norte</a>${steps ?? ""}</div></header>
<main class="sh-in sh-main">${main}</main>
<footer class="sh-foot"><div class="sh-in">Olaria do Norte, Barcelos. Returns within 30 days. Help: ola@olaria.example</div></footer>
</body>
</html>`.html;
}

function steps(current: "Delivery" | "Payment"): Html {
  const names = ["Bag", "Delivery", "Payment"];
  const item = (name: string) =>
    name === current ? html`<li aria-current="step">${name}</li>` : html`<li>${name}</li>`;
  return html`<ol class="sh-steps" aria-label="Steps">${names.map(item)}</ol>`;
}

/** The last page before payment: its button creates an order. */
export function shopPage(): string {
  return page({
    title: "How to pay",
    steps: steps("Delivery"),
    main: html`<section class="sh-stack"><div><h1>How would you like to pay?</h1>
      <p class="sh-lead">Last step before payment. You can still change everything.</p></div>
      <form id="order" method="post" action="/orders"><fieldset class="sh-block"><legend class="vh">Payment method</legend><div class="sh-opts">
      <label class="sh-opt"><input type="radio" name="method" value="embedded" checked><span><b>Pay by bank</b>
        <small>From your bank account, approved in your bank’s own app. No card number, no new account. Earns ${REWARDS.total_rewards} Barro points.</small></span></label>
      <label class="sh-opt"><input type="radio" name="method" value="link"><span><b>Pay by bank, with a link</b>
        <small>On Bankside’s own page. The link works for a week, on any device, for anyone you send it to.</small></span></label>
      </div></fieldset></form>${deliveryFacts(new Date().toISOString())}</section>
      <section><h2>Your order</h2>${goodsList()}<button class="sh-btn" form="order">Continue to payment</button></section>`,
  });
}

/** The page with the embedded checkout. `apiUrl` is the payment service's origin. */
export function payPage(order: Order, apiUrl: string): string {
  const heading = `Pay for order ${order.number}`;
  return page({
    title: heading,
    steps: steps("Payment"),
    head: html`<script src="${apiUrl}/embed.js" defer></script><script src="/shop.js" defer></script>`,
    main: html`<section class="sh-order"><h1>${heading}</h1>
      <p class="sh-lead">Your pots are set aside until you have paid, or until the time runs out.</p>
      <details class="sh-fold sh-thin"><summary><span>Your order</span><span class="sh-num">${money(order.amount)}</span></summary>${goodsList()}</details>
      <div class="sh-wide sh-gap">${goodsList()}${deliveryFacts(order.createdAt)}</div>
      <div class="sh-wide">${integratorsView(order)}</div></section>
      <section class="sh-pay" aria-label="Payment">
        <div id="checkout" data-payment-token="${order.paymentToken ?? ""}" data-state-url="/orders/${order.id}/state"></div>
        <div id="otherwise" class="sh-note" hidden><p>The payment can’t be shown on this page right now. Pay on Bankside’s page instead.</p>
        ${retryForm(order, "link", "Pay on Bankside’s page")}</div>
        <noscript><div class="sh-note"><p>Without JavaScript the payment can’t be shown on this page. Pay on Bankside’s page instead.</p>
        ${retryForm(order, "link", "Pay on Bankside’s page")}</div></noscript>
        <div class="sh-thin">${integratorsView(order)}</div></section>`,
  });
}

/** The page of an order that is paid by a link: shows the link, for this device or another. */
export function linkPage(order: Order): string {
  const heading = `Pay for order ${order.number}`;
  const url = order.paymentLinkUrl ?? "";
  return page({
    title: heading,
    steps: steps("Payment"),
    head: html`<script src="/shop.js" defer></script>`,
    main: orderMain(
      order,
      html`<div><h1>${heading}</h1><p class="sh-lead">Open the link here, or send it to the payer. It works once, and expires after a week.</p></div>
        <p class="sh-link"><a href="${url}">${url}</a></p><div hidden data-state-url="/orders/${order.id}/state"></div>`,
    ),
  });
}

/** The shopper has returned and the payment is not confirmed yet. The page polls, with script and without. */
export function waitingPage(order: Order, ownUrl: string): string {
  return page({
    title: "Waiting for your bank",
    head: html`<script src="/shop.js" defer></script>
      <noscript><meta http-equiv="refresh" content="${REFRESH_S};url=${ownUrl}"></noscript>`,
    main: orderMain(
      order,
      html`<div role="status"><h1>We are waiting for your bank’s confirmation</h1>
        <p class="sh-lead">This page updates automatically. You can also close it: your order is kept. Please don’t pay a second time.</p></div>
        <div hidden data-state-url="/orders/${order.id}/state"></div>`,
    ),
  });
}

/** Paid: set only by a webhook or by the status call. */
export function paidPage(order: Order): string {
  const paidAt = order.paidAt ? moment(order.paidAt) : "";
  return page({
    title: "Thank you",
    main: orderMain(
      order,
      html`<div><h1>Thank you, ${CUSTOMER.name.split(" ")[0] ?? ""}. Your order is paid.</h1>
        <p class="sh-lead">We wrap your pots and post them within two days. This page is your receipt.</p></div>
        <dl class="sh-receipt"><div><dt>Order</dt><dd>${order.number}</dd></div>
        <div><dt>Paid</dt><dd>${money(order.amount)}</dd></div>
        <div><dt>By bank</dt><dd>${order.bankName ? `${order.bankName}, ${paidAt}` : paidAt}</dd></div>
        ${order.paymentLinkUrl ? "" : html`<div><dt>Rewards</dt><dd>${REWARDS.total_rewards} Barro points, ${REWARDS.extra_rewards} of them ${REWARDS.description}</dd></div>`}</dl>
        ${deliveryFacts(order.createdAt)}`,
    ),
  });
}

/** Paid, and a bank returned the whole amount afterwards. */
export function returnedPage(order: Order): string {
  const heading = "The money was returned";
  return page({
    title: heading,
    main: orderMain(
      order,
      html`<div><h1>${heading}</h1><p class="sh-lead">${money(order.amount)} went back to your account after you had paid. We don’t post your pots.</p></div>`,
    ),
  });
}

const NOT_PAID = {
  failed: { heading: "The payment was not completed", text: "You haven’t been charged." },
  cancelled: { heading: "The payment was cancelled", text: "You haven’t been charged." },
  expired: { heading: "The payment expired", text: "No bank was chosen in time. You haven’t been charged." },
  unreachable: {
    heading: "Pay by bank can’t be reached",
    text: "You haven’t been charged. Try again in a moment.",
  },
};

/** The payment ended unpaid, or could not be created: shows the reason and a button to try again. */
export function notPaidPage(order: Order, why: keyof typeof NOT_PAID): string {
  const { heading, text } = NOT_PAID[why];
  return page({
    title: heading,
    main: orderMain(
      order,
      html`<div><h1>${heading}</h1><p class="sh-lead">${text} Your pots are still set aside.</p></div>
        ${retryForm(order, order.paymentLinkUrl ? "link" : "embedded", "Try again")}`,
    ),
  });
}

/** The page for an unknown address. */
export function notFoundPage(): string {
  return page({
    title: "Not found",
    main: html`<section class="sh-stack"><div><h1>Page not found</h1><p class="sh-lead">The address may be mistyped.</p></div>
      <p><a href="/">Back to the shop</a></p></section>`,
  });
}

function retryForm(order: Order, method: "embedded" | "link", label: string): Html {
  return html`<form method="post" action="/orders/${order.id}/payment"><button class="sh-btn sh-fit" name="method" value="${method}">${label}</button></form>`;
}

function orderMain(order: Order, first: Html): Html {
  return html`<section class="sh-stack">${first}${integratorsView(order)}<p><a href="/">Start over with a new order</a></p></section>
    <section><h2>Order ${order.number}</h2>${goodsList()}</section>`;
}

/** For integrators: the API calls that this shop made, and the webhooks that it received. */
function integratorsView(order: Order): Html {
  const rows = order.log.map(
    (entry) =>
      html`<li><time datetime="${entry.at}">${clock(entry.at)}</time><b>${entry.what}</b><span>${entry.note}</span></li>`,
  );
  return html`<details class="sh-fold"><summary><span>Behind this page: the integrator’s view</span></summary>
    <ol class="sh-log">${rows}</ol></details>`;
}
