import { createServer } from "node:net";

/** The wanted port of 127.0.0.1 if it is free, otherwise one that the system chooses. */
export async function freePort(wanted: number | null): Promise<number> {
  return (wanted ? await tryPort(wanted) : undefined) ?? (await tryPort(0)) ?? 0;
}

function tryPort(port: number): Promise<number | undefined> {
  return new Promise((resolve) => {
    const server = createServer();
    server.once("error", () => resolve(undefined));
    server.listen(port, "127.0.0.1", () => {
      const address = server.address();
      server.close(() => resolve(typeof address === "object" && address ? address.port : undefined));
    });
  });
}
