import type { Outputs } from "../../ui/queries";

type Advice = Outputs["branding"]["advise"][number];

/** Contrast ratios with one decimal, truncated instead of rounded: 2.99 is not 3. */
export function formatRatio(ratio: number): string {
  return `${(Math.floor(ratio * 10) / 10).toFixed(1)}:1`;
}

const PAGES = { light: "on white", dark: "on the dark page" } as const;
const LEAST = 3;

/** How one theme shows a colour, and why. */
export function formatAccentAdvice({ theme, kept, ownRatio, inkRatio, shade }: Advice): string {
  if (kept)
    return `Used as it is: ${formatRatio(ownRatio)} ${PAGES[theme]}; its text reads well (${formatRatio(inkRatio)}).`;
  const other = theme === "light" ? "a darker shade" : "a lighter shade";
  const lost = theme === "light" ? "Too pale" : "Too dark";
  const why =
    ownRatio < LEAST
      ? `${lost} ${PAGES[theme]}: ${formatRatio(ownRatio)}, the minimum is ${LEAST}:1.`
      : `${lost} ${PAGES[theme]} for the row of the chosen bank.`;
  return `${why} Buttons use ${other}, ${shade.ground}.`;
}
