import net from "node:net";

/** The raw input of a connection: bytes, or a function of the socket. */
export type RawRequest = string | Buffer | ((socket: net.Socket) => void);

/** Sends it on a new connection to a loopback port, and returns all received text when the connection ends. */
export function exchange(port: number, said: RawRequest): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = net.connect(port, "127.0.0.1");
    let answered = "";
    socket.on("data", (bytes) => {
      answered += bytes.toString("latin1");
    });
    // Text that arrived before a reset still counts.
    socket.on("error", (error) => (answered ? resolve(answered) : reject(error)));
    socket.on("close", () => resolve(answered));
    if (typeof said === "function") said(socket);
    else socket.write(said);
  });
}
