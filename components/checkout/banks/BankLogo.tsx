import { INKS, markOf, SHAPES } from "./bank-mark";

const LETTERS: Record<string, string> = { light: "#fff", dark: "#1a211d" };
const SIZE = 72;
/** Radii of a shape's corners, clockwise from the top left, as in styles/marks.css. */
const ROUND = SIZE / 2;
const RADII: Record<string, readonly [number, number, number, number]> = {
  square: [18, 18, 18, 18],
  circle: [ROUND, ROUND, ROUND, ROUND],
  leaf: [ROUND, 14, ROUND, 14],
  arch: [ROUND, ROUND, 14, 14],
  bowl: [14, 14, ROUND, ROUND],
  drop: [14, ROUND, ROUND, ROUND],
};

function outline([a, b, c, d]: readonly [number, number, number, number]): string {
  const corner = (radius: number, x: number, y: number) => `A${radius} ${radius} 0 0 1 ${x} ${y}`;
  return `M${a} 0H${SIZE - b}${corner(b, SIZE, b)}V${SIZE - c}${corner(c, SIZE - c, SIZE)}H${d}${corner(d, 0, SIZE - d)}V${a}${corner(a, a, 0)}z`;
}

/** A bank's mark as an SVG image, for API clients that list banks. */
export function BankLogo({ id, name }: { id: string; name: string }) {
  const mark = markOf(id, name);
  const ink = INKS[mark.ink];
  return (
    <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 72 72" role="img" aria-label={name}>
      <path d={outline(RADII[SHAPES[mark.shape] ?? ""] ?? [18, 18, 18, 18])} fill={ink?.ground} />
      <text
        x="36"
        y="37"
        fill={LETTERS[ink?.letters ?? ""]}
        fontFamily="Geist, system-ui, sans-serif"
        fontSize="28"
        fontWeight="650"
        textAnchor="middle"
        dominantBaseline="central"
      >
        {mark.letters}
      </text>
    </svg>
  );
}
