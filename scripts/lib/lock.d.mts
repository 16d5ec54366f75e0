export function underLock<T>(name: string, work: () => Promise<T>): Promise<T>;
