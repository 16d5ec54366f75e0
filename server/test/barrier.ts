/** A function whose promises all resolve once it has been called `count` times. */
export function barrier(count: number): () => Promise<void> {
  let [arrived, open] = [0, () => {}];
  const all = new Promise<void>((resolve) => {
    open = resolve;
  });
  return () => {
    arrived += 1;
    if (arrived === count) open();
    return all;
  };
}
