/** Where so many meet: it resolves for everybody once all have come. */
export function meetingOf(count: number): () => Promise<void> {
  let [come, open] = [0, () => {}];
  const all = new Promise<void>((resolve) => {
    open = resolve;
  });
  return () => {
    come += 1;
    if (come === count) open();
    return all;
  };
}
