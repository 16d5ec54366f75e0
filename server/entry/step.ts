/** Runs one step of the start and prints a line for it, in the format of `npm start`. */
export async function step<T>(name: string, work: () => Promise<T>): Promise<T> {
  const begin = performance.now();
  process.stdout.write(`  ${name} … `);
  try {
    const result = await work();
    process.stdout.write(`${((performance.now() - begin) / 1000).toFixed(1)} s\n`);
    return result;
  } catch (error) {
    process.stdout.write("failed\n");
    throw error;
  }
}
