import { type ComponentType, lazy, Suspense } from "react";

/** A part whose script is loaded when it is first shown; until then, nothing is in its place. */
export function later<Props extends object>(load: () => Promise<ComponentType<Props>>): ComponentType<Props> {
  const Part = lazy(async () => ({ default: await load() }));
  // With its own boundary: else the page would give way to its skeleton while the script loads.
  return (props) => (
    <Suspense>
      <Part {...props} />
    </Suspense>
  );
}
