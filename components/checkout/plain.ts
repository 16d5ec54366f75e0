import type { Words } from "./translate";

/** What a page says that has nothing to pay. */
export type Plain = { title: string; say: string[] };

/** An address that leads to no payment. */
export function notFound({ say }: Words): Plain {
  return {
    title: say("page.not_found.title"),
    say: [say("page.not_found.say"), say("page.not_found.start_again")],
  };
}

/** An address of a payment link that leads to none: often one that was cut on its way. */
export function linkNotFound({ say }: Words): Plain {
  return {
    title: say("page.not_found.title"),
    say: [say("page.not_found.say"), say("page.not_found.ask_for_link")],
  };
}

/** Trouble of our own, about which the shopper can do nothing but wait. */
export function trouble({ say }: Words): Plain {
  return { title: say("page.trouble.title"), say: [say("page.trouble.say"), say("page.trouble.approved")] };
}
