type Part = { commit: string; date: string; failed: number };

export function ageOfDeepRun(deep?: { parts: readonly Part[] }): string;
export function mustBeAt(commit: string): void;
