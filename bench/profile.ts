import { mkdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import { WebSocket } from "undici";
import { root } from "./processes";

/** Between two samples. A longer gap is a wait for a processor, which says nothing about the function at its end. */
const INTERVAL_US = 250;
const FOLDER = path.join(root, "bench/profiles");

/** A CPU profile of V8's inspector. */
type Profile = {
  nodes: {
    id: number;
    callFrame: { functionName: string; url: string; lineNumber: number };
    children?: number[];
  }[];
  samples: number[];
  timeDeltas: number[];
};

/**
 * Profiles the program whose inspector listens on a loopback port while `work` runs, and writes the folded stacks, a line
 * for each with its microseconds, for flame graph tools. Returns the file.
 */
export async function profileWhile(port: number, name: string, work: () => Promise<unknown>): Promise<string> {
  const targets = (await (await fetch(`http://127.0.0.1:${port}/json/list`)).json()) as {
    webSocketDebuggerUrl: string;
  }[];
  const socket = new WebSocket(targets[0]?.webSocketDebuggerUrl ?? "");
  await new Promise((resolve, reject) => {
    socket.addEventListener("open", resolve, { once: true });
    socket.addEventListener("error", reject, { once: true });
  });
  let count = 0;
  const send = (method: string, params?: object) =>
    new Promise<{ profile: Profile }>((resolve) => {
      count += 1;
      const id = count;
      const listen = ({ data }: { data: unknown }) => {
        const message = JSON.parse(String(data)) as { id?: number; result: { profile: Profile } };
        if (message.id !== id) return;
        socket.removeEventListener("message", listen);
        resolve(message.result);
      };
      socket.addEventListener("message", listen);
      socket.send(JSON.stringify({ id, method, params }));
    });
  await send("Profiler.enable");
  await send("Profiler.setSamplingInterval", { interval: INTERVAL_US });
  await send("Profiler.start");
  await work();
  const { profile } = await send("Profiler.stop");
  socket.close();
  mkdirSync(FOLDER, { recursive: true });
  const file = path.join(FOLDER, `${name.replaceAll(" ", "-")}.folded`);
  writeFileSync(file, foldedStacks(profile));
  return file;
}

function foldedStacks({ nodes, samples, timeDeltas }: Profile): string {
  const parents = new Map(nodes.flatMap(({ id, children = [] }) => children.map((child) => [child, id] as const)));
  const names = new Map(
    nodes.map(({ id, callFrame: { functionName, url, lineNumber } }) => [
      id,
      `${functionName || "(anonymous)"} ${url === "" ? "" : `${path.basename(url)}:${lineNumber + 1}`}`.trim(),
    ]),
  );
  const times = new Map<number, number>();
  for (const [at, id] of samples.entries())
    times.set(id, (times.get(id) ?? 0) + Math.min(timeDeltas[at] ?? 0, 2 * INTERVAL_US));
  const stackOf = (id: number): string => {
    const stack: string[] = [];
    for (let at: number | undefined = id; at !== undefined; at = parents.get(at)) stack.unshift(names.get(at) ?? "");
    return stack.join(";");
  };
  return [...times].map(([id, micros]) => `${stackOf(id)} ${micros}\n`).join("");
}
