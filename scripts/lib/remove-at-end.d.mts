export function removeAtEnd(...folders: string[]): void;
