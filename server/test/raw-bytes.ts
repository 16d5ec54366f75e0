import net from "node:net";

/** What a caller says on its connection: bytes, or whatever it does with the socket. */
export type Said = string | Buffer | ((socket: net.Socket) => void);

/** Says it on a connection of its own to a port of loopback, and answers all that comes back until the connection ends. */
export function exchange(port: number, said: Said): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = net.connect(port, "127.0.0.1");
    let answered = "";
    socket.on("data", (bytes) => {
      answered += bytes.toString("latin1");
    });
    // What was said before a reset was said.
    socket.on("error", (error) => (answered ? resolve(answered) : reject(error)));
    socket.on("close", () => resolve(answered));
    if (typeof said === "function") said(socket);
    else socket.write(said);
  });
}
