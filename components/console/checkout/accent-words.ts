import type { Outputs } from "../queries";

type Advice = Outputs["branding"]["advise"][number];

/** Contrast ratios with one decimal, cut and not rounded: 2.99 is not 3. */
export function ratioWords(ratio: number): string {
  return `${(Math.floor(ratio * 10) / 10).toFixed(1)} to 1`;
}

const PAGES = { light: "on white", dark: "on the dark page" } as const;
const LEAST = 3;

/** What becomes of a colour in one theme, and why. */
export function accentWords({ theme, kept, ownRatio, inkRatio, shade }: Advice): string {
  if (kept) return `As it is: ${ratioWords(ownRatio)} ${PAGES[theme]}, and its words ${ratioWords(inkRatio)} on it.`;
  const other = theme === "light" ? "a darker shade" : "a lighter shade";
  const lost = theme === "light" ? "Too pale" : "Too dark";
  const why =
    ownRatio < LEAST
      ? `${lost} ${PAGES[theme]}: ${ratioWords(ownRatio)}, and ${LEAST} is the least.`
      : `${lost} ${PAGES[theme]} for the row of a chosen bank, which it tints.`;
  return `${why} Buttons use ${other}, ${shade.ground}.`;
}
