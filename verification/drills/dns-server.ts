import { createSocket, type RemoteInfo } from "node:dgram";
import { isIPv4, isIPv6 } from "node:net";
import { groupsOf } from "./hostile-targets";

/** The addresses of a name for this query, and the number of CNAMEs before them. */
export type DnsAnswer = { addresses: readonly string[]; aliases: number };
type Answering = (name: string, type: "A" | "AAAA") => DnsAnswer;

const DNS_PORT = 53;
const TTL_S = 0;
const HEADER_BYTES = 12;
/** RFC 1035 §3.2.2, RFC 3596. */
const [A, CNAME, AAAA, INTERNET] = [1, 5, 28, 1];
/** A response, recursion desired and available; no error. */
const FLAGS = 0x8180;

/** A DNS over UDP on 127.0.0.1:53 (RFC 1035), with configured answers and a TTL of zero. */
export async function startDns(answering: Answering): Promise<{ asked: () => number; close(): void }> {
  let asked = 0;
  const socket = createSocket("udp4");
  socket.on("message", (query: Buffer, { port, address }: RemoteInfo) => {
    asked += 1;
    const { name, type, end } = questionOf(query);
    const found: DnsAnswer =
      type === A || type === AAAA ? answering(name, type === A ? "A" : "AAAA") : { addresses: [], aliases: 0 };
    const wanted = found.addresses.filter((one) => (type === A ? isIPv4(one) : isIPv6(one)));
    socket.send(response(query.subarray(0, end), name, wanted, found.aliases), port, address);
  });
  await new Promise<void>((resolve, reject) => {
    socket.once("error", reject);
    socket.bind(DNS_PORT, "127.0.0.1", resolve);
  });
  return { asked: () => asked, close: () => socket.close() };
}

function questionOf(query: Buffer): { name: string; type: number; end: number } {
  const labels: string[] = [];
  let at = HEADER_BYTES;
  for (let length = query[at] ?? 0; length > 0; length = query[at] ?? 0) {
    labels.push(query.toString("latin1", at + 1, at + 1 + length));
    at += length + 1;
  }
  // c-ares and other resolvers may query in mixed case.
  return { name: labels.join(".").toLowerCase(), type: query.readUInt16BE(at + 1), end: at + 5 };
}

/** The question, then each alias, then the addresses under the last alias's name. */
function response(question: Buffer, name: string, addresses: readonly string[], aliases: number): Buffer {
  const names = [name, ...Array.from({ length: aliases }, (_, index) => `alias${index}.${name}`)];
  const last = names.at(-1) ?? name;
  const records = [
    ...names.slice(1).map((alias, index) => record(names[index] ?? name, CNAME, encodedName(alias))),
    ...addresses.map((address) => record(last, isIPv4(address) ? A : AAAA, encodedAddress(address))),
  ];
  const head = Buffer.from(question);
  head.writeUInt16BE(FLAGS, 2);
  head.writeUInt16BE(1, 4);
  head.writeUInt16BE(records.length, 6);
  head.writeUInt32BE(0, 8);
  return Buffer.concat([head, ...records]);
}

function record(name: string, type: number, data: Buffer): Buffer {
  const fixed = Buffer.alloc(10);
  fixed.writeUInt16BE(type, 0);
  fixed.writeUInt16BE(INTERNET, 2);
  fixed.writeUInt32BE(TTL_S, 4);
  fixed.writeUInt16BE(data.length, 8);
  return Buffer.concat([encodedName(name), fixed, data]);
}

function encodedName(name: string): Buffer {
  const labels = name.split(".").map((label) => Buffer.concat([Buffer.from([label.length]), Buffer.from(label)]));
  return Buffer.concat([...labels, Buffer.from([0])]);
}

function encodedAddress(address: string): Buffer {
  if (isIPv4(address)) return Buffer.from(address.split(".").map(Number));
  const tidy = new URL(`http://[${address}]/`).hostname.slice(1, -1);
  return Buffer.from(groupsOf(tidy).flatMap((group) => [group >> 8, group & 0xff]));
}
