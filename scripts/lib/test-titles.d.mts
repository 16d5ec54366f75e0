export function testsIn(source: string, file: string): { id: string; title: string; context: string[] }[];
