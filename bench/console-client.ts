// Started by `console-pages.ts` for one database: makes the given Console calls as the merchant's owner,
// through the whole stack above the use-case, and returns their durations.

import { createSession, readSession } from "../server/identity/sessions/sessions";
import { createUser } from "../server/identity/users/create-user";
import { systemCtx } from "../server/lib/context";
import { closeDb } from "../server/lib/db";
import { callAs } from "../verification/permissions/cells";

export type PageRequest = { path: string; input: object };
/** `answer`: the response, for cursors; `refused`: the error code. */
export type PageResponse = { ms: number; answer?: unknown; refused?: string };

const merchantId = process.argv[2] ?? "";
const owner = { email: "owner@bench.example", name: "Bench", role: "owner", merchantId } as const;
const { id } = await createUser(systemCtx("bench"), owner);
const session = await readSession((await createSession({}, id)).sessionToken);

process.on("message", async ({ path, input }: PageRequest) => {
  const began = performance.now();
  const outcome = await callAs({ session }, path, { merchantId, ...input });
  const ms = performance.now() - began;
  process.send?.("data" in outcome ? { ms, answer: outcome.data } : { ms, refused: outcome.code });
});
process.on("disconnect", () => void closeDb());
process.send?.({ ms: 0 } satisfies PageResponse);
