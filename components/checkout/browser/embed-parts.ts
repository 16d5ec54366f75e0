// Drawn in the shop's own page before the frame, and instead of it. Small: every shop's page pays for it. No style
// attributes: a shop's content policy may refuse them, but not what a script sets.
const bar = (width: string, height = ".75rem", more = ""): string =>
  `<i data-css="width:${width};height:${height};${more}"></i>`;
const row = (width: string): string =>
  `<p>${bar("2.25rem", "2.25rem", "border-radius:9px")}${bar(width, ".875rem")}</p>`;
const rows = ["11rem", "7rem", "5rem", "6rem", "2.5rem", "8rem"].map(row).join("");

/** The frame's own boxes, so that nothing jumps when it comes; named for those who do not see it. */
export const SKELETON = `<div data-over class="box" role="status" aria-label="Loading the payment."><div class="slip">${bar("5rem")}${bar(
  "9.5rem",
  "2.25rem",
  "margin:.75rem 0 1.25rem",
)}${row("6.5rem")}${row("6.5rem")}${bar("11rem")}</div><div>${bar("8rem", "1.125rem")}${bar("100%", "2.75rem", "margin:.75rem 0")}${rows}${bar(
  "100%",
  "3rem",
  "margin-top:1.5rem;border-radius:10px",
)}</div></div>`;

/** Why the frame cannot be here, for the shopper; the developer reads the cause in the console. */
export const TROUBLE = `<div data-over class="box" role="alert"><div><h2>Pay by bank can’t open here</h2><span>Try again, or choose another way to pay. If you have already approved this at your bank, don’t pay again.</span><button type="button">Try again</button></div></div>`;

/** Colours as in the tokens, written out: the shop's page does not know them. */
export const STYLE = `:host{display:block;position:relative;color-scheme:light dark;--line:light-dark(#dfddd7,#252c29);--ink:light-dark(#131d1a,#eeefec);--ink-2:light-dark(#4b5552,#a9b0ac)}
:host([data-bankside-theme=light]){color-scheme:light}:host([data-bankside-theme=dark]){color-scheme:dark}
iframe{display:block;width:100%;border:0;height:0;visibility:hidden}iframe.on{visibility:visible}
.box{border:1px solid var(--line);border-radius:16px;overflow:hidden;background:light-dark(#fff,#131816);color:var(--ink);font:400 .875rem/1.5 system-ui,sans-serif}
.box>div{padding:1.5rem}.slip{background:light-dark(#f8f6f1,#1a201e);border-bottom:1px dashed light-dark(#c1beb6,#49524e)}
p{display:flex;align-items:center;gap:.75rem;margin:0;min-height:3rem}
i{display:block;border-radius:4px;max-width:100%;background:light-dark(#e6e4df,#2a302d);animation:b 2.4s ease-in-out infinite}
h2{margin:0 0 .5rem;font-size:1.25rem;line-height:1.25}span{color:var(--ink-2)}
button{display:block;width:100%;margin-top:1.5rem;min-height:3rem;border:1px solid light-dark(#85887f,#666d69);border-radius:10px;background:none;color:inherit;font:500 1rem system-ui;cursor:pointer}
button:hover{background:light-dark(#f3f1ec,#1e2422)}:focus-visible{outline:2px solid light-dark(#065b46,#66c5a6);outline-offset:2px}
@keyframes b{50%{opacity:.55}}@media(prefers-reduced-motion:reduce){i{animation:none}}`;
