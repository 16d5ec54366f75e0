/** The names of what was built: hashed, as they stand in `files`. */
export type BrowserManifest = { css: string; js: string; loader: string; files: string[] };

/** Writes the built files and their manifest to `outDir`. */
export function buildBrowser(options: { outDir: string }): Promise<BrowserManifest>;
