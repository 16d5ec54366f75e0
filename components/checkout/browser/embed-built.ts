// What is not written in the loader but put into it when it is served (app/embed.js): the build leaves these names.
declare const BANKSIDE_BASE: string;
declare const BANKSIDE_VERSION: string;
declare const BANKSIDE_WORDS: LoaderWords;

/** The words that the loader says itself, after the tag of their language. A list: names would be carried to every shop. */
export type LoaderWords = readonly [
  language: string,
  frame: string,
  loading: string,
  close: string,
  title: string,
  say: string,
  retry: string,
];

/** Origin of the service. Told by itself: however a page loads the script, this is right, and nothing can mislead it. */
export const BASE = BANKSIDE_BASE;
/** Of the product that serves the loader. */
export const VERSION = BANKSIDE_VERSION;
export const [LANGUAGE, FRAME, LOADING, CLOSE, TITLE, SAY, RETRY] = BANKSIDE_WORDS;
