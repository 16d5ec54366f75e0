export function fingerprint(entries: readonly string[]): string;
export function foldersOf(files: readonly string[]): string[];
