/** Shorter names are contained in too many others. */
const MIN_CONTAINED = 4;
/** Longer names are not compared: their length is the sender's choice, and the comparison takes length × length steps. */
const MAX_COMPARED = 40;

/**
 * The name that was probably meant, or null: the same letters in another spelling (`bank_id`, `bankId`), a part or an
 * extension of a name (`reference`, `payment_reference`), or one that differs by one or two typing errors.
 */
export function closestName(given: string, names: readonly string[]): string | null {
  if (given.length > MAX_COMPARED) return null;
  const wanted = fold(given);
  const folded = names.map((name) => ({ name, letters: fold(name) }));
  const same = folded.find(({ letters }) => letters === wanted);
  if (same) return same.name;
  const contained = folded
    .filter(({ letters }) => Math.min(letters.length, wanted.length) >= MIN_CONTAINED)
    .filter(({ letters }) => letters.includes(wanted) || wanted.includes(letters));
  const [nearest] = contained.sort((a, b) => gap(a.letters, wanted) - gap(b.letters, wanted));
  if (nearest) return nearest.name;
  const distances = folded.map(({ name, letters }) => ({ name, distance: editDistance(letters, wanted) }));
  const [closest] = distances.sort((a, b) => a.distance - b.distance);
  return closest && closest.distance <= allowedErrors(wanted) ? closest.name : null;
}

/** Whether two names differ in their spelling, or by one or two typing errors. */
export function isNearName(given: string, name: string): boolean {
  if (given.length > MAX_COMPARED) return false;
  const wanted = fold(given);
  return editDistance(fold(name), wanted) <= allowedErrors(wanted);
}

function allowedErrors({ length }: string): number {
  if (length <= 2) return -1;
  return length > 4 ? 2 : 1;
}

function fold(name: string): string {
  return name.toLowerCase().replace(/[^a-z0-9]/g, "");
}

function gap(a: string, b: string): number {
  return Math.abs(a.length - b.length);
}

/** Insertions, deletions, replacements and swaps of neighbours (optimal string alignment). */
function editDistance(a: string, b: string): number {
  const rows: number[][] = [Array.from({ length: b.length + 1 }, (_, at) => at)];
  const cost = (row: number, column: number) => rows[row]?.[column] ?? 0;
  for (let i = 1; i <= a.length; i += 1) {
    rows[i] = [i];
    for (let j = 1; j <= b.length; j += 1) {
      const isSame = a[i - 1] === b[j - 1];
      const isSwap = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1];
      const edits = [cost(i - 1, j) + 1, cost(i, j - 1) + 1, cost(i - 1, j - 1) + (isSame ? 0 : 1)];
      if (isSwap) edits.push(cost(i - 2, j - 2) + 1);
      rows[i]?.push(Math.min(...edits));
    }
  }
  return cost(a.length, b.length);
}
