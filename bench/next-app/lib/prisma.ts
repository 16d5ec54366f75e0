import { PrismaPg } from "@prisma/adapter-pg";
import { PrismaClient } from "../generated/client";

const POOL_SIZE = 20;

/** One client for the process, with as many connections as the product's. */
export const prisma = new PrismaClient({
  adapter: new PrismaPg({ connectionString: process.env["DATABASE_URL"] ?? "", max: POOL_SIZE }),
});
