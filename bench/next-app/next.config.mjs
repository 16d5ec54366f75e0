import path from "node:path";

/** @type {import("next").NextConfig} */
export default {
  typescript: { ignoreBuildErrors: true },
  turbopack: { root: path.join(import.meta.dirname, "../..") },
  serverExternalPackages: ["pg", "@prisma/client", "@prisma/adapter-pg"],
};
