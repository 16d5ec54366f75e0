// Constants that app/embed.js fills in when it serves the loader.
declare const BANKSIDE_BASE: string;
declare const BANKSIDE_VERSION: string;
declare const BANKSIDE_WORDS: LoaderTexts;

/**
 * The loader's texts, preceded by their language tag. A tuple, because property names would add bytes for every shop.
 */
export type LoaderTexts = readonly [
  language: string,
  frame: string,
  loading: string,
  close: string,
  title: string,
  say: string,
  retry: string,
];

/**
 * Origin of the service, inserted when the loader is served: it is right however a page loads the script, and the page
 * cannot change it.
 */
export const BASE = BANKSIDE_BASE;
/** Version of the product that serves the loader. */
export const VERSION = BANKSIDE_VERSION;
export const [LANGUAGE, FRAME, LOADING, CLOSE, TITLE, SAY, RETRY] = BANKSIDE_WORDS;
