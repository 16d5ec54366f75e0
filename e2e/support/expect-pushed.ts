import { expect as patient } from "@playwright/test";

/** Shorter than the 30 s after which the checkout polls: a change within this time was pushed by the stream. */
const PUSHED_WITHIN_MS = 25_000;

/** An `expect` for changes that must reach the page by its event stream. */
export const expect = patient.configure({ timeout: PUSHED_WITHIN_MS });
