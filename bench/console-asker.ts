// Started by `console-pages.ts` beside one database: makes the calls of the Console that it is told, as the merchant's owner,
// through all that stands between the wire and the use-case, and answers how long each took.
import { createUser } from "../server/access/create-user";
import { createSession, readSession } from "../server/access/sessions";
import { systemCtx } from "../server/lib/context";
import { closeDb } from "../server/lib/db";
import { callAs } from "../server/test/console/cells";

export type Asked = { path: string; input: object };
/** `answer`: what it said, for cursors; `refused`: the code that it was turned away with. */
export type Answered = { ms: number; answer?: unknown; refused?: string };

const merchantId = process.argv[2] ?? "";
const owner = { email: "owner@bench.example", name: "Bench", role: "owner", merchantId } as const;
const { id } = await createUser(systemCtx("bench"), owner);
const session = await readSession((await createSession({}, id)).sessionToken);

process.on("message", async ({ path, input }: Asked) => {
  const began = performance.now();
  const outcome = await callAs({ session }, path, { merchantId, ...input });
  const ms = performance.now() - began;
  process.send?.("data" in outcome ? { ms, answer: outcome.data } : { ms, refused: outcome.code });
});
process.on("disconnect", () => void closeDb());
process.send?.({ ms: 0 } satisfies Answered);
