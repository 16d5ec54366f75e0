/**
 * Styles of the approval page. The simulated bank shares no styles with the checkout and uses a neutral palette, with
 * amber for the label of a simulation. A string, because the bank serves it itself.
 */
export const APPROVAL_CSS = `
@font-face { font-family: "Geist"; src: url("geist.woff2") format("woff2"); font-weight: 100 900; font-display: swap; }
:root {
  color-scheme: light dark;
  --font-sans: "Geist", ui-sans-serif, system-ui, sans-serif;
  --font-mono: ui-monospace, monospace;
  --text-sm: 0.8125rem; --text-md: 0.875rem; --text-lg: 1rem; --text-xl: 1.25rem; --text-2xl: 1.625rem;
  --s1: 0.25rem; --s2: 0.5rem; --s3: 0.75rem; --s4: 1rem; --s5: 1.5rem; --s6: 2rem; --s7: 3rem;
  --radius-m: 10px;
  --ground: light-dark(oklch(0.965 0 0), oklch(0.17 0 0));
  --surface: light-dark(oklch(1 0 0), oklch(0.215 0 0));
  --surface-2: light-dark(oklch(0.945 0 0), oklch(0.26 0 0));
  --line: light-dark(oklch(0.89 0 0), oklch(0.32 0 0));
  --line-control: light-dark(oklch(0.62 0 0), oklch(0.55 0 0));
  --ink: light-dark(oklch(0.22 0 0), oklch(0.95 0 0));
  --ink-2: light-dark(oklch(0.45 0 0), oklch(0.76 0 0));
  --accent: light-dark(oklch(0.3 0 0), oklch(0.92 0 0));
  --accent-ink: light-dark(oklch(1 0 0), oklch(0.18 0 0));
  --accent-soft: light-dark(oklch(0.94 0 0), oklch(0.29 0 0));
  --good: light-dark(oklch(0.48 0.11 155), oklch(0.78 0.14 155));
  --bad: light-dark(oklch(0.5 0.17 27), oklch(0.76 0.14 25));
  --test: light-dark(oklch(0.8 0.14 75), oklch(0.8 0.13 70));
  --test-on: oklch(0.22 0.04 70);
}
*, *::before, *::after { box-sizing: border-box; }
html { -webkit-text-size-adjust: 100%; text-size-adjust: 100%; scroll-padding-block: 6rem 1rem; }
body { margin: 0; min-block-size: 100svh; background: var(--ground); border: 8px solid var(--test); border-block-start: 0;
  font: 400 var(--text-md)/1.45 var(--font-sans); color: var(--ink); overflow-wrap: break-word; -webkit-font-smoothing: antialiased; }
:where(h1, h2, p, dl, dd, fieldset) { margin: 0; padding: 0; border: 0; }
:where(button, input) { font: inherit; color: inherit; margin: 0; }
:where(a, button, input, summary):focus-visible { outline: 2px solid var(--accent); outline-offset: 2px; }
.num { font-variant-numeric: tabular-nums; }
.loud { position: sticky; inset-block-start: 0; z-index: 2; display: flex; flex-wrap: wrap; justify-content: center; align-items: baseline;
  gap: 0 var(--s4); padding: var(--s3) var(--s4); background: var(--test); color: var(--test-on); text-align: center; line-height: 1.35; }
.loud strong { font-size: var(--text-xl); font-weight: 700; letter-spacing: -0.012em; }
.loud span { font-size: var(--text-sm); text-wrap: balance; }
/* At 400 % the band would cover most of the window. */
@media (max-height: 30rem) { .loud { position: static; } html { scroll-padding-block: 1rem; } }
main { max-inline-size: 34rem; margin-inline: auto; padding: var(--s6) var(--s4) var(--s7); display: grid; gap: var(--s5); }
.head { display: flex; gap: var(--s3); align-items: center; }
.head p { font-size: var(--text-sm); color: var(--ink-2); line-height: 1.3; }
.head h1 { font-size: var(--text-2xl); font-weight: 600; letter-spacing: -0.02em; line-height: 1.2; text-wrap: balance; }
.mark { inline-size: 3rem; block-size: 3rem; flex: none; display: grid; place-items: center; border: 1px dashed var(--line-control);
  border-radius: 9px; background: var(--surface); color: var(--ink-2); font-size: var(--text-sm); font-weight: 600; }
.order { background: var(--surface); border: 1px solid var(--line); border-radius: var(--radius-m); padding-inline: var(--s4); }
.order > div { display: grid; grid-template-columns: minmax(4.75rem, 22%) minmax(0, 1fr); gap: var(--s3); padding-block: 0.5625rem; align-items: baseline; }
.order > div + div { border-block-start: 1px solid var(--line); }
.order dt { color: var(--ink-2); }
.order .big dd { font-size: clamp(var(--text-lg), 6.6vw, var(--text-2xl)); font-weight: 600; letter-spacing: -0.02em; line-height: 1.2; }
legend { padding: 0; margin-block-end: var(--s2); font-size: var(--text-lg); font-weight: 600; }
.account { display: flex; flex-wrap: wrap; gap: var(--s1) var(--s3); align-items: center; min-block-size: 3.75rem;
  padding: var(--s2) var(--s4); background: var(--surface); border: 1px solid var(--line); cursor: pointer; line-height: 1.35; }
.account:first-of-type { border-radius: var(--radius-m) var(--radius-m) 0 0; }
.account:last-of-type { border-radius: 0 0 var(--radius-m) var(--radius-m); }
.account + .account { border-block-start: 0; }
/* Where name and balance do not fit beside each other, the balance goes below, and not the name into slivers. */
.account .name { flex: 1 1 7.5rem; }
.account b { font-weight: 550; display: block; text-wrap: pretty; }
.account small { color: var(--ink-2); font-size: var(--text-sm); display: block; }
.account .balance { margin-inline-start: auto; text-align: end; white-space: nowrap; }
.account input { appearance: none; flex: none; inline-size: 1.25rem; block-size: 1.25rem; border: 1.5px solid var(--line-control); border-radius: 50%;
  background: var(--surface); cursor: inherit; outline: none; }
.account input:checked { border: 6px solid var(--accent); }
.account input[type="checkbox"] { appearance: auto; border: 0; accent-color: var(--accent); }
div.account { cursor: default; }
.account:has(:checked) { background: var(--accent-soft); }
.account:has(:focus-visible) { outline: 2px solid var(--accent); outline-offset: -2px; position: relative; z-index: 1; }
.button { display: flex; align-items: center; justify-content: center; inline-size: 100%; min-block-size: 3rem; padding: 0.625rem var(--s4);
  border: 1px solid transparent; border-radius: var(--radius-m); background: var(--accent); color: var(--accent-ink); font-size: var(--text-lg);
  font-weight: 550; line-height: 1.25; text-align: center; text-decoration: none; cursor: pointer; }
.button:hover { background: color-mix(in oklch, var(--accent), var(--ground) 14%); }
.button.quiet { background: none; border-color: var(--line-control); color: var(--ink); font-weight: 500; }
.button.quiet:hover { background: var(--surface-2); }
/* Approve is first in the document and on the right: Enter in the form approves. */
.two { display: flex; flex-direction: row-reverse; flex-wrap: wrap; gap: var(--s2); margin-block-start: var(--s5); }
.two .button { flex: 1 1 12rem; inline-size: auto; }
.outcomes { margin-block-start: var(--s4); border: 1px solid var(--line); border-radius: var(--radius-m); padding-inline: var(--s4); background: var(--surface); }
.outcomes summary { display: flex; align-items: center; justify-content: space-between; min-block-size: 3rem; font-weight: 550; cursor: pointer; list-style: none;
  border-radius: var(--radius-m); }
.outcomes summary::-webkit-details-marker { display: none; }
.outcomes summary::after { content: ""; inline-size: 0.4375rem; block-size: 0.4375rem; border: solid currentColor; border-width: 0 1.5px 1.5px 0; rotate: 45deg; translate: 0 -2px; }
.outcomes[open] summary::after { rotate: 225deg; translate: 0 2px; }
.groups { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(100%, 13rem), 1fr)); gap: var(--s4) var(--s5); padding-block: var(--s1) var(--s4); align-items: start; }
.groups h2 { font-size: var(--text-sm); font-weight: 600; color: var(--ink-2); padding-block-end: var(--s1); }
.groups ul { margin: 0; padding: 0; list-style: none; border-block-start: 1px solid var(--line); }
.groups li { border-block-end: 1px solid var(--line); }
.groups button { inline-size: calc(100% + var(--s4)); margin-inline: calc(var(--s2) * -1); min-block-size: 2.75rem; padding: var(--s2); border: 0;
  border-radius: 6px; background: none; text-align: start; line-height: 1.3; cursor: pointer; }
.groups button:hover { background: var(--surface-2); }
.groups small { display: block; color: var(--ink-2); font-size: var(--text-sm); }
.code-form { display: grid; gap: var(--s3); }
.code-form input { inline-size: 100%; min-block-size: 3rem; padding: 0.625rem var(--s4); border: 1px solid var(--line-control);
  border-radius: var(--radius-m); background: var(--surface); font: 400 var(--text-lg)/1.25 var(--font-mono); }
.waiting { margin: 0; padding: 0; list-style: none; background: var(--surface); border: 1px solid var(--line); border-radius: var(--radius-m); }
.waiting li + li { border-block-start: 1px solid var(--line); }
.waiting a { display: block; min-block-size: 3.75rem; padding: var(--s3) var(--s4); color: inherit; text-decoration: none; border-radius: inherit; }
.waiting a:hover { background: var(--surface-2); }
.waiting b { font-weight: 550; display: block; text-decoration: underline; text-underline-offset: 0.2em; text-decoration-color: var(--line-control); }
.waiting small { color: var(--ink-2); font-size: var(--text-sm); }
.result { padding-inline-start: var(--s3); border-inline-start: 3px solid var(--line-control); }
.result[data-tone="good"] { border-color: var(--good); }
.result[data-tone="bad"] { border-color: var(--bad); }
.problem { color: var(--bad); font-weight: 550; margin-block-end: var(--s3); }
.fine { font-size: var(--text-sm); color: var(--ink-2); text-align: center; text-wrap: balance; }
.code { font-family: var(--font-mono); font-size: 0.95em; white-space: nowrap; }
@media (forced-colors: active) {
  .account input { appearance: auto; }
  .button { border-color: ButtonText; }
  .loud { border-block-end: 2px solid; }
}
`;
