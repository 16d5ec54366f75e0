export function testsIn(
  source: string,
  file: string,
): { id: string; title: string; last: string; body: string; context: string[] }[];
