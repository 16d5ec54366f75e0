/** @type {import("next").NextConfig} */
export default {
  // Where the pages were put that `npm start` serves; a build itself works in Next's own folder.
  ...(process.env.BANKSIDE_PAGES ? { distDir: process.env.BANKSIDE_PAGES } : {}),
  // The entry compresses what leaves it.
  compress: false,
  poweredByHeader: false,
  productionBrowserSourceMaps: false,
  // Types are checked by `npm test`; a start need not wait for them.
  typescript: { ignoreBuildErrors: true },
  images: { unoptimized: true },
  experimental: {
    // A page's code is read at its first request, not at the start: 60 MB and half a second less, and the first request
    // of a page took as long (0.25 s for the sign-in page either way).
    preloadEntriesOnStart: false,
  },
  // A folder whose name begins with a dot is not looked into for types and tests.
  rewrites: async () => [{ source: "/.well-known/security.txt", destination: "/security.txt" }],
  // Bookmarks of earlier addresses.
  redirects: async () => [
    {
      source: "/console/balances/movements/:rest*",
      destination: "/console/balances/transactions/:rest*",
      permanent: true,
    },
    // With its operation, which the page opens.
    { source: "/console/reference", destination: "/docs", permanent: true },
    { source: "/operator/to-look-at", destination: "/operator/exceptions", permanent: true },
  ],
  turbopack: { root: import.meta.dirname },
  // Loaded by Node from node_modules: drivers, and what reads files of its own at run time.
  serverExternalPackages: ["pg", "pino", "nodemailer", "@prisma/client", "@prisma/adapter-pg"],
};
