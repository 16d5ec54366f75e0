import { createHash } from "node:crypto";
import { constants } from "node:fs";
import { type FileHandle, open, readdir, realpath } from "node:fs/promises";
import path from "node:path";
import { now } from "../lib/clock";
import { env } from "../lib/config/env";
import { log } from "../lib/log";
import { singleFlight } from "../lib/short-cache";
import { catalogueBanks } from "./catalogue";

/** A logo file of the operator. `version`: a digest of its content. */
export type LogoFile = { body: Uint8Array<ArrayBuffer>; type: string; version: string };

/** A file type, and the check that a file's first bytes are of this type. */
type Kind = { type: string; isOne: (body: Uint8Array) => boolean };

const MAX_LOGO_BYTES = 64 * 1024;
/** More than there are banks. */
const MAX_LOGO_FILES = 1_000;
/** How long the folder's contents are cached. */
const CACHE_MS = 2_000;
const VERSION_CHARACTERS = 12;
/** An XML declaration, a licence and a doctype may precede the element. */
const SVG_BEGINS_WITHIN_BYTES = 4_096;
/** A bank's id or slug: no path separators or other special characters. */
const FILE_NAME = /^([a-z0-9]+(?:-[a-z0-9]+)*)\.(svg|png|webp)$/;

const startsWith = (body: Uint8Array, text: string, at = 0) =>
  Buffer.from(body.subarray(at, at + text.length)).toString("latin1") === text;

/** In the order of preference among files of one name. */
const KINDS: Readonly<Record<string, Kind>> = {
  svg: {
    type: "image/svg+xml",
    isOne: (body) => /<svg[\s>]/.test(Buffer.from(body.subarray(0, SVG_BEGINS_WITHIN_BYTES)).toString()),
  },
  webp: { type: "image/webp", isOne: (body) => startsWith(body, "RIFF") && startsWith(body, "WEBP", 8) },
  png: { type: "image/png", isOne: (body) => startsWith(body, "\x89PNG\r\n\x1a\n") },
};
const PREFERRED = Object.keys(KINDS);

type Known = { name: string; version: string };
/** Files by the id or slug in their names. */
type Folder = { root: string; files: ReadonlyMap<string, Known> };
type Seen = { stamp: string; known: Known | null };

let slugs: ReadonlyMap<string, string> | undefined;

function slugOf(bankId: string): string {
  slugs ??= new Map(catalogueBanks().map(({ id, slug }) => [id, slug]));
  return slugs.get(bankId) ?? "";
}

const NO_FOLDER: Folder = { root: "", files: new Map() };
const seen = new Map<string, Seen>();
const once = singleFlight<Folder>();
let kept: { folder: Folder; directory: string; untilMs: number } | undefined;

function refuse(name: string, why: string): null {
  log().warn({ file: name, why }, "a bank's logo file was ignored");
  return null;
}

/** Opens a file inside the folder. Links within it are followed, as orchestrators mount files; links out of it are refused. */
async function openInside(root: string, name: string): Promise<{ real: string; handle: FileHandle } | null> {
  const real = await realpath(path.join(root, name));
  if (!real.startsWith(root + path.sep)) return refuse(name, "the link points outside of the folder");
  return { real, handle: await open(real, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK) };
}

/** The logo, or null when the file is too large or not of the type of its name. */
async function readLogo(handle: FileHandle, name: string): Promise<LogoFile | null> {
  const room = new Uint8Array(MAX_LOGO_BYTES + 1);
  let length = 0;
  for (let read = 1; read > 0; length += read) read = (await handle.read(room, length, room.length - length)).bytesRead;
  if (length > MAX_LOGO_BYTES) return refuse(name, `larger than ${MAX_LOGO_BYTES} bytes`);
  const body = room.slice(0, length);
  const kind = KINDS[path.extname(name).slice(1)];
  if (!kind?.isOne(body)) return refuse(name, "the content is not of the type of its name");
  const version = createHash("sha256").update(body).digest("hex").slice(0, VERSION_CHARACTERS);
  return { body, type: kind.type, version };
}

/** A file with its version, which is computed again only when the file's inode, size or times change. */
async function readVersion(root: string, name: string): Promise<Known | null> {
  const opened = await openInside(root, name);
  if (!opened) return null;
  const { real, handle } = opened;
  try {
    const stat = await handle.stat();
    const stamp = [real, stat.ino, stat.size, stat.mtimeMs, stat.ctimeMs].join(" ");
    const before = seen.get(name);
    if (before?.stamp === stamp) return before.known;
    const logo = stat.isFile() ? await readLogo(handle, name) : refuse(name, "not a regular file");
    const known = logo && { name, version: logo.version };
    seen.set(name, { stamp, known });
    return known;
  } finally {
    await handle.close();
  }
}

async function readFolder(directory: string): Promise<Folder> {
  try {
    const files = new Map<string, Known>();
    const root = await realpath(directory);
    const names = (await readdir(root)).filter((name) => FILE_NAME.test(name)).slice(0, MAX_LOGO_FILES);
    const preference = (name: string) => PREFERRED.indexOf(path.extname(name).slice(1));
    for (const name of names.sort((a, b) => preference(a) - preference(b))) {
      const stem = name.slice(0, name.indexOf("."));
      // A file that is removed meanwhile is left out.
      const known = files.has(stem) ? null : await readVersion(root, name).catch(() => null);
      if (known) files.set(stem, known);
    }
    for (const name of seen.keys()) if (!names.includes(name)) seen.delete(name);
    return { root, files };
  } catch (error) {
    log().warn({ directory, error }, "the folder of bank logos cannot be read");
    return NO_FOLDER;
  }
}

async function logoFolder(): Promise<Folder> {
  const directory = env().bankLogosDir;
  if (directory === null) return NO_FOLDER;
  if (kept?.directory === directory && kept.untilMs > now().getTime()) return kept.folder;
  return once(directory, async () => {
    const untilMs = now().getTime() + CACHE_MS;
    const folder = await readFolder(directory);
    kept = { folder, directory, untilMs };
    return folder;
  });
}

/** Returns a function for the path of a bank's logo file, by id, else by slug; null when the operator has none. */
export async function logoPaths(): Promise<(bank: { id: string; slug: string }) => string | null> {
  const { files } = await logoFolder();
  return ({ id, slug }) => {
    const file = files.get(id) ?? files.get(slug);
    return file ? `/logos/${file.name}?v=${file.version}` : null;
  };
}

/** The same, by a bank's id alone. */
export async function logosById(): Promise<(bankId: string) => string | null> {
  const pathOf = await logoPaths();
  return (id) => pathOf({ id, slug: slugOf(id) });
}

/** The operator's logo file of this name (`santander.svg`), or null. */
export async function findLogoFile(name: string): Promise<LogoFile | null> {
  const stem = FILE_NAME.exec(name)?.[1];
  const { root, files } = await logoFolder();
  if (stem === undefined || files.get(stem)?.name !== name) return null;
  const opened = await openInside(root, name).catch(() => null);
  if (!opened) return null;
  try {
    return await readLogo(opened.handle, name);
  } finally {
    await opened.handle.close();
  }
}
