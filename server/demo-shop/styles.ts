/** The shop's styles: another brand, so that the checkout is tested inside foreign styles. */
export const SHOP_CSS = `
@font-face { font-family: "Shop Serif"; src: url("/fonts/instrument-serif.woff2") format("woff2"); font-display: swap; }
@font-face { font-family: "Shop Sans"; src: url("/fonts/inter.woff2") format("woff2"); font-weight: 100 900; font-display: swap; }
.shop { color-scheme: light dark; --bg: light-dark(#fff, #16130f); --fg: light-dark(#241c15, #f1ebe3); --fg2: light-dark(#6a5d51, #b5a899); --rule: light-dark(#e9e3db, #332c25); --clay: light-dark(#9c4a26, #e39b74); --tint: light-dark(#f6f1ea, #221d18); --on-clay: light-dark(#fff, #2a1206);
  margin: 0; background: var(--bg); color: var(--fg); font: 400 0.9375rem/1.55 "Shop Sans", system-ui, sans-serif; -webkit-font-smoothing: antialiased; }
:where(.shop) :where(h1, h2, h3, p, ul, ol, dl, dd, figure) { margin: 0; padding: 0; }
:where(.shop) :where(ul, ol) { list-style: none; }
:where(.shop) :where(a) { color: inherit; text-underline-offset: 0.2em; text-decoration-thickness: 1px; }
.shop :where(a, button, input, summary):focus-visible { outline: 2px solid var(--clay); outline-offset: 2px; }
:where(.shop) h1 { font: 400 2.25rem/1.1 "Shop Serif", serif; letter-spacing: -0.012em; text-wrap: balance; }
:where(.shop) h2 { font-size: 0.9375rem; font-weight: 600; line-height: 1.4; }
@media (min-width: 54rem) { :where(.shop) h1 { font-size: 2.75rem; } }
.vh { position: absolute; inline-size: 1px; block-size: 1px; overflow: hidden; clip-path: inset(50%); white-space: nowrap; }
.shop *, .shop *::before, .shop *::after { box-sizing: border-box; }
.sh-demo { padding: 0.5rem 1.25rem; background: var(--fg); color: var(--bg); font-size: 0.8125rem; text-align: center; }
.sh-in { max-inline-size: 68rem; margin-inline: auto; padding-inline: 1.25rem; }
.sh-head { border-block-end: 1px solid var(--rule); }
.sh-head .sh-in { display: flex; align-items: center; gap: 1.5rem; min-block-size: 4.25rem; }
.sh-logo { font: 400 1.625rem/1 "Shop Serif", serif; letter-spacing: -0.01em; text-decoration: none; margin-inline-end: auto; white-space: nowrap; }
.sh-steps { display: flex; gap: 1.25rem; font-size: 0.875rem; color: var(--fg2); }
.sh-steps [aria-current] { color: var(--fg); font-weight: 550; }
.sh-steps li + li::before { content: ""; display: inline-block; inline-size: 1rem; border-block-start: 1px solid var(--rule); vertical-align: middle; margin-inline-end: 1.25rem; }
.sh-main { display: grid; grid-template-columns: minmax(0, 1fr); gap: 2rem; padding-block: 1.5rem 3rem; }
.shop .sh-lead { margin-block-start: 0.5rem; color: var(--fg2); max-inline-size: 44ch; text-wrap: pretty; }
.sh-items { display: grid; }
.sh-item { display: grid; grid-template-columns: 4rem minmax(0, 1fr) auto; gap: 0 1rem; align-items: center; padding-block: 0.875rem; border-block-end: 1px solid var(--rule); }
.sh-item svg { inline-size: 4rem; block-size: 4rem; background: var(--tint); border-radius: 4px; }
.sh-item b { display: block; font-weight: 550; } .sh-item small { font-size: 0.8125rem; color: var(--fg2); }
.sh-num { font-variant-numeric: tabular-nums; }
.sh-sum { display: grid; gap: 0.375rem; padding-block: 1rem; }
.sh-sum > div { display: flex; justify-content: space-between; gap: 1rem; } .sh-sum dt { color: var(--fg2); } .sh-sum dd { font-variant-numeric: tabular-nums; }
.sh-sum .sh-total { padding-block-start: 0.75rem; margin-block-start: 0.375rem; border-block-start: 1px solid var(--rule); font-weight: 600; } .sh-sum .sh-total dt { color: inherit; }
.sh-facts { display: grid; gap: 1.25rem; padding-block-start: 1.25rem; border-block-start: 1px solid var(--rule); font-size: 0.875rem; }
.sh-facts p { color: var(--fg2); }
.sh-fold { border-block: 1px solid var(--rule); }
.sh-fold > summary { display: flex; justify-content: space-between; align-items: center; gap: 1rem; min-block-size: 3.25rem; cursor: pointer; font-weight: 550; list-style: none; }
.sh-fold > summary::-webkit-details-marker { display: none; }
.sh-fold > summary span:first-child::after { content: ""; display: inline-block; inline-size: 0.4rem; block-size: 0.4rem; border: solid currentColor; border-width: 0 1.5px 1.5px 0; margin: 0 0 0.2rem 0.6rem; rotate: 45deg; }
.sh-fold[open] > summary span:first-child::after { rotate: 225deg; margin-block-end: -0.05rem; }
.sh-btn { display: flex; align-items: center; justify-content: center; gap: 0.5rem; inline-size: 100%; min-block-size: 3.25rem; padding: 0.75rem 1.25rem; border: 0; border-radius: 4px; background: var(--clay); color: var(--on-clay); font: 550 1rem/1.25 "Shop Sans", sans-serif; text-decoration: none; cursor: pointer; }
.sh-opts { display: grid; border: 1px solid light-dark(#a1978c, #756a5e); border-radius: 6px; overflow: clip; }
.sh-opt { display: grid; grid-template-columns: 1.25rem minmax(0, 1fr); gap: 0 0.875rem; align-items: start; padding: 0.9375rem 1rem; cursor: pointer; }
.sh-opt + .sh-opt { border-block-start: 1px solid var(--rule); }
.sh-opt input { inline-size: 1.125rem; block-size: 1.125rem; margin: 0.1875rem 0 0; accent-color: var(--clay); }
.sh-opt b { display: block; font-weight: 550; } .sh-opt small { font-size: 0.875rem; color: var(--fg2); line-height: 1.45; display: block; text-wrap: pretty; }
.sh-opt:has(:checked) { background: var(--tint); }
.sh-block { display: grid; gap: 0.75rem; border: 0; margin: 0; padding: 0; min-inline-size: 0; }
.sh-stack { display: grid; gap: 2rem; align-content: start; }
.sh-two { display: grid; gap: 1.25rem 2rem; grid-template-columns: repeat(auto-fit, minmax(min(100%, 13rem), 1fr)); }
.sh-foot { border-block-start: 1px solid var(--rule); padding-block: 1.25rem; font-size: 0.8125rem; color: var(--fg2); }
.sh-log { font: 400 0.75rem/1.5 ui-monospace, "SF Mono", Menlo, Consolas, monospace; padding-block: 0.25rem 1rem; color: var(--fg2); }
.sh-log li { display: grid; grid-template-columns: 4.75rem minmax(0, 1fr); gap: 0 0.75rem; padding-block: 0.375rem; border-block-start: 1px solid var(--rule); } .sh-log li:first-child { border: 0; }
.sh-log b { font-weight: 500; color: var(--fg); overflow-wrap: anywhere; } .sh-log span { grid-column: 2; }
.sh-wide { display: none; }
.sh-gap { margin-block-start: 1rem; }
.sh-wide + .sh-wide { margin-block-start: 1.25rem; }
.sh-pay { display: grid; gap: 1.5rem; align-content: start; }
.sh-order { display: grid; gap: 0.5rem; align-content: start; }
.sh-fit { inline-size: auto; min-inline-size: min(100%, 16rem); }
.sh-note:not([hidden]) { display: grid; gap: 1rem; padding: 1.25rem; background: var(--tint); border-radius: 6px; }
.sh-link { overflow-wrap: anywhere; padding: 1rem; background: var(--tint); border-radius: 4px; }
.sh-receipt > div { display: grid; grid-template-columns: 7.5rem minmax(0, 1fr); gap: 1rem; padding-block: 0.625rem; border-block-start: 1px solid var(--rule); } .sh-receipt dt { color: var(--fg2); } .sh-receipt dd { font-variant-numeric: tabular-nums; }
/* the shop decides how the frame sits: edge to edge on a phone, a column on a desk */
@media (max-width: 53.99rem) { #checkout { margin-inline: -1.25rem; } .sh-steps { display: none; } .sh-main { gap: 1.5rem; } }
@media (min-width: 54rem) {
  .sh-main { grid-template-columns: minmax(0, 1fr) 26.5rem; gap: 5rem; padding-block: 3rem 4rem; }
  .sh-wide { display: block; } .sh-thin { display: none; }
}
`;
