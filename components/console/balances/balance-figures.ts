/** The balances of one currency in sum. Simulated and real money are never added up. */
export type Figure = {
  currency: string;
  simulated: boolean;
  /** The sum of the known balances, as a decimal string; null: none is known. */
  known: string | null;
  accounts: number;
  /** Number of accounts without a known balance; they are not in the sum. */
  unknown: number;
  asking: number;
};

type Answer = { balance: string | null } | undefined;

/** One figure for each currency, in the order of the codes. `answers` are by account id; absent: still loading. */
export function figuresOf(
  accounts: readonly { id: string; currency: string; simulated: boolean }[],
  answers: ReadonlyMap<string, Answer>,
): Figure[] {
  const figures = new Map<string, Figure>();
  for (const { id, currency, simulated } of accounts) {
    const key = `${currency} ${simulated}`;
    const before = figures.get(key) ?? { currency, simulated, known: null, accounts: 0, unknown: 0, asking: 0 };
    const answer = answers.get(id);
    figures.set(key, {
      ...before,
      accounts: before.accounts + 1,
      asking: before.asking + (answer ? 0 : 1),
      unknown: before.unknown + (answer?.balance === null ? 1 : 0),
      known: answer && answer.balance !== null ? addDecimals(before.known ?? "0", answer.balance) : before.known,
    });
  }
  return [...figures.values()].sort(
    (a, b) => a.currency.localeCompare(b.currency, "en") || Number(a.simulated) - Number(b.simulated),
  );
}

/** The exact sum of two decimal strings, with the decimals of the longer; without floats. */
export function addDecimals(a: string, b: string): string {
  const decimals = Math.max(decimalsOf(a), decimalsOf(b));
  const sum = scaled(a, decimals) + scaled(b, decimals);
  const digits = (sum < 0n ? -sum : sum).toString().padStart(decimals + 1, "0");
  const sign = sum < 0n ? "-" : "";
  return decimals === 0 ? sign + digits : `${sign}${digits.slice(0, -decimals)}.${digits.slice(-decimals)}`;
}

function decimalsOf(decimal: string): number {
  return decimal.split(".")[1]?.length ?? 0;
}

function scaled(decimal: string, decimals: number): bigint {
  const [whole = "", fraction = ""] = decimal.split(".");
  return BigInt(whole + fraction.padEnd(decimals, "0"));
}
