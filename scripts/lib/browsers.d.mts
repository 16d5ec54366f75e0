import type { LaunchOptions } from "@playwright/test";

export function findChromium(): Promise<string>;
export function findFirefox(): Promise<Record<string, string>>;
export function findWebKit(): Promise<Record<string, string>>;
export function chromiumOptions(executablePath: string): LaunchOptions;
export function firefoxOptions(executablePath: string): LaunchOptions;
