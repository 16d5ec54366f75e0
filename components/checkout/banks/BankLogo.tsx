import { hueOf, lettersOf } from "./monogram";

// The hues of the style sheet in sRGB, background and text: not every program that shows images supports oklch().
const GROUNDS = "ffe0e4 ffe2d8 fae6d0 efebd0 e2efd6 d6f1e1 cff2ef d0f0fa d8ecff e4e8ff f1e3fc fbe1f1".split(" ");
const INKS = "6d323d 6d3622 643e03 534800 38501a 0c5537 005652 005167 1f4a73 3f4174 56396a 653456".split(" ");
const TEXT_SIZES = [26, 26, 26, 22, 18];

/** A bank's monogram as an SVG image, for API clients that list banks. */
export function BankLogo({ name }: { name: string }) {
  const letters = lettersOf(name);
  const hue = hueOf(name);
  return (
    <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 72 72" role="img" aria-label={name}>
      <rect width="72" height="72" rx="18" fill={`#${GROUNDS[hue]}`} />
      <text
        x="36"
        y="37"
        fill={`#${INKS[hue]}`}
        fontFamily="Geist, system-ui, sans-serif"
        fontSize={TEXT_SIZES[letters.length] ?? 18}
        fontWeight="600"
        textAnchor="middle"
        dominantBaseline="central"
      >
        {letters}
      </text>
    </svg>
  );
}
