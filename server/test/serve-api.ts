// The public API alone, on a free port of loopback that it says. For tests that need it in more processes than one; it ends
// with the process that started it, because its standard input does.
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { apiListener } from "../http/listener";

const server = createServer(apiListener());
// A connection that waits for the next call is closed by whoever uses it, never by us in the moment of its use.
server.keepAliveTimeout = 0;
server.listen(0, "127.0.0.1", () => process.stdout.write(String((server.address() as AddressInfo).port)));
process.stdin.on("end", () => process.exit()).resume();
