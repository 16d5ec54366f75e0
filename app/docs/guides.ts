import { readFileSync } from "node:fs";
import path from "node:path";
import { pinnedTag, servedLoader } from "../embed.js/served-loader";

/** Placeholder in the guides for the release's pinned loader. */
const PINNED_SRC = "https://pay.example.com/embed/v1/….js";
/** The origin of an installation in the guides. */
const DEMO_ORIGIN = "http://localhost:3000";
const PINNED_INTEGRITY = "sha384-…";

/** The guides by the last segment of their address; files relative to the project's folder. */
const GUIDES: Readonly<Record<string, { file: string; title: string }>> = {
  "": { file: "docs/integrate/README.md", title: "Integrate" },
  payments: { file: "docs/integrate/payments.md", title: "Payments" },
  checkout: { file: "docs/integrate/checkout.md", title: "Checkout" },
  webhooks: { file: "docs/integrate/webhooks.md", title: "Webhooks" },
  receivers: { file: "docs/integrate/receivers.md", title: "Receivers" },
  events: { file: "docs/integrate/events.md", title: "Events" },
  "errors-and-retries": { file: "docs/integrate/errors-and-retries.md", title: "Errors and retries" },
  testing: { file: "docs/integrate/testing.md", title: "Testing" },
  "going-live": { file: "docs/integrate/going-live.md", title: "Going live" },
  "not-in-the-api": { file: "docs/integrate/not-in-the-api.md", title: "What the API does not do" },
  client: { file: "client/README.md", title: "TypeScript client" },
  glossary: { file: "docs/glossary.md", title: "Glossary" },
};

/** The OpenAPI document as the guides link it; readers of the repository have no API reference. */
const OPENAPI_FILE = "../openapi.json";
const REFERENCE_ADDRESS = "/docs";

export const GUIDES_ADDRESS = "/docs/integrate";

/** Name, address and title of every guide, in order. */
export const guideLinks = Object.entries(GUIDES).map(([name, { title }]) => ({
  name,
  title,
  address: addressOf(name),
}));

function addressOf(name: string): string {
  return name === "" ? GUIDES_ADDRESS : `${GUIDES_ADDRESS}/${name}`;
}

/** A guide by its name; null for an unknown name. */
export function readGuide(name: string): { title: string; address: string; text: string } | null {
  const guide = Object.hasOwn(GUIDES, name) ? GUIDES[name] : undefined;
  if (!guide) return null;
  const text = readFileSync(path.join(/* turbopackIgnore: true */ process.cwd(), guide.file), "utf8");
  return { title: guide.title, address: addressOf(name), text };
}

/** A guide's text with the origin and the pinned loader of this installation. */
export async function atInstallation(text: string, origin: string): Promise<string> {
  const named = text.replaceAll(DEMO_ORIGIN, origin);
  if (!named.includes(PINNED_SRC)) return named;
  const { src, integrity } = await pinnedTag(servedLoader(null));
  return named.replaceAll(PINNED_SRC, src).replaceAll(PINNED_INTEGRITY, integrity);
}

/**
 * Target of a guide's link: a link to the OpenAPI document becomes the API reference, a link to another guide's file becomes that guide's page, with its heading; others are
 * unchanged.
 */
export function linkOf(address: string): string {
  if (address === OPENAPI_FILE) return REFERENCE_ADDRESS;
  const [named = "", ...heading] = address.split(/(?=#)/);
  const file = path.posix.join("docs/integrate", named);
  const [name] = Object.entries(GUIDES).find(([, guide]) => guide.file === file) ?? [];
  return name === undefined ? address : addressOf(name) + heading.join("");
}
