import fc from "fast-check";

const LAST = 0x10ffff;
const SURROGATES = { first: 0xd800, count: 0x800 };

/**
 * Any character, for `fc.string({ unit })`: every code point except surrogates. Replaces fast-check's "binary", which
 * builds a table of all code points each time and takes more than a second.
 */
export const anyCharacter: fc.Arbitrary<string> = fc
  .integer({ min: 0, max: LAST - SURROGATES.count })
  .map((point) => String.fromCodePoint(point < SURROGATES.first ? point : point + SURROGATES.count));
