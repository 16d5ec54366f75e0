/** @type {import("next").NextConfig} */
export default {
  // The folder of the pages that `npm start` serves. A build uses Next's own folder.
  ...(process.env.BANKSIDE_PAGES ? { distDir: process.env.BANKSIDE_PAGES } : {}),
  // The entry compresses responses.
  compress: false,
  poweredByHeader: false,
  productionBrowserSourceMaps: false,
  // `npm test` checks the types, so that a start does not wait for it.
  typescript: { ignoreBuildErrors: true },
  images: { unoptimized: true },
  experimental: {
    // A page's code is read at its first request, not at the start: 60 MB and half a second less, and the first request
    // of a page took as long (0.25 s for the sign-in page either way).
    preloadEntriesOnStart: false,
  },
  // Tools for types and tests skip folders whose name begins with a dot.
  rewrites: async () => [{ source: "/.well-known/security.txt", destination: "/security.txt" }],
  // Bookmarks of earlier addresses.
  redirects: async () => [
    {
      source: "/console/balances/movements/:rest*",
      destination: "/console/balances/transactions/:rest*",
      permanent: true,
    },
    // With the operation that the page opens.
    { source: "/console/reference", destination: "/docs", permanent: true },
    { source: "/console/credentials", destination: "/console/api-keys", permanent: true },
    { source: "/console/api-log/:rest*", destination: "/console/requests/:rest*", permanent: true },
    { source: "/console/play", destination: "/console/try-it", permanent: true },
    { source: "/console/webhooks/doctor", destination: "/console/webhooks/signature", permanent: true },
    {
      source: "/console/webhooks/:endpoint*/exam",
      has: [{ type: "query", key: "exam", value: "(?<test>.*)" }],
      destination: "/console/webhooks/:endpoint*/receiver-test?test=:test",
      permanent: true,
    },
    {
      source: "/console/webhooks/:endpoint*/exam",
      destination: "/console/webhooks/:endpoint*/receiver-test",
      permanent: true,
    },
    { source: "/operator/to-look-at", destination: "/operator/exceptions", permanent: true },
  ],
  turbopack: { root: import.meta.dirname },
  // Loaded by Node from node_modules: drivers, and packages that read their own files at run time.
  serverExternalPackages: ["pg", "pino", "nodemailer", "@prisma/client", "@prisma/adapter-pg"],
};
