/**
 * How much of each generated, repeated or enumerated test runs. `npm test` takes the sample of every size;
 * `npm run test:deep` sets `VERIFICATION_DEPTH=full`. Negative controls run at both depths.
 */
export const DEPTH: "sample" | "full" = process.env["VERIFICATION_DEPTH"] === "full" ? "full" : "sample";

/** Every size that depends on the depth. The key is printed beside the number, so it names what is counted. */
const SIZES = {
  "fuzzed requests": { sample: 600, full: 100_000 },
  "devices of the journey of an endpoint": { sample: 1, full: 2 },
  "kinds of forged headers of a post": { sample: 1, full: 10 },
  "of every two pages with stored scripts": { sample: 1, full: 2 },
  "pages of the Console in each three": { sample: 1, full: 3 },
  "looks at a page of the Console": { sample: 1, full: 4 },
  "checkout languages under axe in light": { sample: 1, full: 12 },
  "checkout languages under axe in dark": { sample: 1, full: 12 },
  "in each three states under axe": { sample: 1, full: 3 },
  stories: { sample: 1_000, full: 100_000 },
  "stories replayed by the product": { sample: 4, full: 400 },
  "rows in plan tests": { sample: 10_000, full: 200_000 },
  "crash moments": { sample: 3, full: 10 },
  "receivers of the guide": { sample: 3, full: 6 },
  "payments while workers are killed": { sample: 60, full: 2_000 },
  "killed workers": { sample: 3, full: 20 },
  "deliveries while a third of the endpoints hang": { sample: 60, full: 2_000 },
  "deliveries of a backlog with one large merchant": { sample: 900, full: 9_000 },
  "deliveries of a backlog": { sample: 300, full: 50_000 },
  "deliveries of a resend": { sample: 100, full: 1_000 },
  "histories of a queue": { sample: 1, full: 3 },
  "rounds of a race": { sample: 5, full: 50 },
  "stories of a ledger": { sample: 4, full: 100 },
  "pasted deliveries": { sample: 10, full: 40 },
  "bodies of one idempotency key": { sample: 20, full: 200 },
  "pictures at once": { sample: 60, full: 200 },
  colours: { sample: 1_000, full: 20_000 },
  "links of a paged list": { sample: 1_000, full: 5_000 },
  "streams at once": { sample: 64, full: 400 },
  "requests with one key at once": { sample: 200, full: 1_000 },
  "hostile addresses": { sample: 300, full: 20_000 },
  "names that change their address": { sample: 200, full: 1_000 },
} satisfies Record<string, Record<typeof DEPTH, number>>;

export type SizeName = keyof typeof SIZES;

/** The size to run at. Prints it with the full size, once in a process, so that a sample is not taken for the whole. */
export function sizeOf(name: SizeName): number {
  const size = SIZES[name][DEPTH];
  if (!printed.has(name)) {
    printed.add(name);
    console.log(describeSize(name));
  }
  return size;
}

/** `sample: 2,000 of 100,000 fuzzed requests`, or `full: 100,000 fuzzed requests`. */
function describeSize(name: SizeName): string {
  const { sample, full } = SIZES[name];
  const number = (value: number) => value.toLocaleString("en-GB");
  return DEPTH === "full" ? `full: ${number(full)} ${name}` : `sample: ${number(sample)} of ${number(full)} ${name}`;
}

const printed = new Set<SizeName>();
