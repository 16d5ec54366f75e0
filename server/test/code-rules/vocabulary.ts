/**
 * A word that the product no longer uses, and what it uses instead.
 *
 * `names` matches the words of a file's path or of an exported name or a column, in lower case with hyphens between them
 * (`readTold` is `read-told`). `sentences` matches a title of a test or a text that people read; `where` restricts it to
 * the files in which the word is wrong.
 */
export type RetiredWord = { names?: string; sentences?: string; where?: RegExp; use: string };

const CONSOLE_AND_MAIL = /^(?:app[/](?:console|operator|account|acting)|components[/]console|server[/]mail)[/]/;
const PAGES = /^(?:app|components)[/](?!.*[.]test[.])/;
const GUIDES = /[.]md$/;

/** Every retired word with its replacement. `docs/glossary.md` defines the replacements. */
export const RETIRED: readonly RetiredWord[] = [
  // People and things
  {
    names: "nobody|somebody|everybody|whoever",
    sentences: "nobody|somebody|everybody|whoever|whom",
    use: "name the subject",
  },
  { names: "things?", use: "name the thing" },
  { sentences: "of (?:its|his|their) own accord", use: "automatically, by itself" },
  { sentences: "go(?:es)? on(?! (?:page|line))", use: "resumes, continues" },
  { sentences: "stands|stood", use: "is, has, is in" },
  { sentences: "comes to(?! (?:the|a) )", use: "happens to, is" },
  { sentences: "is had", use: "has" },
  { sentences: "mend(?:s|ed|ing)?", use: "fix, correct" },
  { sentences: "anew", use: "again" },
  { sentences: "out of reach", use: "unreachable" },
  { sentences: "needs? (?:a person|you|a look)", use: "needs attention, needs review" },
  { sentences: "(?:was|were|is|are) not taken|took it", use: "failed, delivered, accepted" },
  // Notifications
  { names: "told|tells?|unnamed-hearer", sentences: "told", use: "notified, delivery summary" },
  { names: "said|says?", sentences: "what (?:is|was) said", use: "message, flash message, output" },
  { names: "hears?|hearer|ears", sentences: "hears?(?: of)?", use: "subscribes to, listens" },
  { names: "bell|life-sign|life-class", sentences: "life ?signs?", use: "wake signal, worker lock" },
  {
    names: "news|glance|happenings?",
    sentences: "(?:the|no|its) news|happenings",
    use: "timeline events, summary, state version",
  },
  { names: "wish(?:es)?", sentences: "wish(?:es|ed)?", use: "request, options, preference" },
  { names: "(?:[a-z]+-)?words?", use: "format…, …-labels, …-text" },
  { names: "asks?|asked|asker|asking", use: "fetch, poll, request" },
  // Lists
  {
    names: "walks?|walked",
    sentences: "walks? (?:it|the|a) (?:list|payment)|walk(?:ed|s)? through",
    use: "page, cursor; run",
  },
  { names: "places?(?!-order)|unplaced|placed", use: "cursor, slot, limit, navigation item, unmatched" },
  { names: "shel(?:f|ves)|stamped", sentences: "shel(?:f|ves)", use: "index partition, list status" },
  { names: "payment-marks|mark-words", use: "flags" },
  // Payments
  { names: "anomal(?:y|ies)|to-look-at", sentences: "anomal(?:y|ies)|to look at", use: "exception" },
  { names: "rivals?", sentences: "rivals?", use: "concurrent attempt" },
  { names: "barred", sentences: "barred", use: "submission blocked" },
  { names: "make-room", use: "release a live attempt" },
  { names: "send-twice", use: "send with one retry" },
  { names: "signs|bank-sign(?:-row)?", sentences: "signs? of (?:a|the) bank", use: "bank notification" },
  { names: "needs?(?!-review)", use: "action items, required" },
  { names: "movements?", sentences: "movements?", use: "transaction" },
  { names: "account-reading", use: "statement fetch" },
  { sentences: "money (?:goes|went|go) back", use: "returned" },
  {
    names: "play(?:s|ed)?",
    sentences: "plays? (?:a|the) payment|payments? played",
    use: "simulated payment, test payment",
  },
  // Webhooks
  { names: "hold|held|holds", use: "pause, paused" },
  { names: "breaker", sentences: "(?<!circuit )breakers?", use: "circuit" },
  { names: "rooms?|firsts|by-hand|placed", use: "capacity, queue heads, priority, ranked" },
  { names: "destinations?", sentences: "destinations?", use: "endpoint" },
  { names: "unnamed|target-of|terms-of-delivery|sendable", use: "default endpoint, resolveEndpoint, deliveryPolicy" },
  { names: "exams?|examined", sentences: "exams?|examines?|examined", use: "receiver test" },
  { names: "doctor", sentences: "doctor", use: "signature troubleshooter" },
  { names: "webhook-hours?", use: "webhook endpoint hourly stats" },
  // Identity
  { names: "ways?-in", sentences: "ways? in(?! which| [(])", use: "sign-in method" },
  { names: "second-step", sentences: "second step", use: "two-factor authentication" },
  // Tests
  { names: "twins?|unlocked", sentences: "twins?", use: "negative control, *.control.test.ts" },
  {
    names: "happen(?:s|ed)?(?:-often)?|meeting(?:-of)?|close-gate|furnish(?:ed)?|plant(?:ed)?",
    use: "createEvent, barrier, blockTable, seedConsole, withFault",
  },
  { names: "steady|unsteady", sentences: "unsteady", use: "flaky, stable" },
  // Words of pages
  { sentences: "[a-z]+'(?:s|t|re|ve|ll|d)", where: PAGES, use: "a typographic apostrophe: ’" },
  {
    sentences: "particulars|what for|other side|who was told|it may repeat",
    where: CONSOLE_AND_MAIL,
    use: "details, description, counterparty, webhooks",
  },
  { sentences: "shoppers?", where: new RegExp(`${CONSOLE_AND_MAIL.source}|${GUIDES.source}`), use: "customer" },
  { sentences: "credentials?", where: CONSOLE_AND_MAIL, use: "API key" },
];
