import { expect as patient } from "@playwright/test";

/** Behind its stream the checkout asks by itself every half minute: what comes sooner was told. */
const TOLD_WITHIN_MS = 25_000;

/** For pages that have to hear of something, and not only to find it out some time. */
export const expect = patient.configure({ timeout: TOLD_WITHIN_MS });
