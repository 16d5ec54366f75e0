/**
 * One message of the PostgreSQL protocol 3.0. `type` is its first byte; empty for the start-up message, which has none.
 */
export type WireMessage = { type: string; bytes: Buffer };

const LENGTH_BYTES = 4;

/**
 * Splits a stream into messages ("Message Formats" in PostgreSQL's manual), for any chunk boundaries. `fromClient`: it
 * begins with the start-up message. Without TLS only.
 */
export function wireReader(fromClient: boolean): (chunk: Buffer) => WireMessage[] {
  let rest: Buffer = Buffer.alloc(0);
  let isStartUp = fromClient;
  return (chunk) => {
    rest = Buffer.concat([rest, chunk]);
    const messages: WireMessage[] = [];
    for (;;) {
      const typeBytes = isStartUp ? 0 : 1;
      if (rest.length < typeBytes + LENGTH_BYTES) return messages;
      const length = typeBytes + rest.readInt32BE(typeBytes);
      if (rest.length < length) return messages;
      messages.push({ type: rest.toString("latin1", 0, typeBytes), bytes: rest.subarray(0, length) });
      rest = rest.subarray(length);
      isStartUp = false;
    }
  };
}

/** The SQL of a Query or a Parse; empty for any other message. */
export function sqlOf({ type, bytes }: WireMessage): string {
  const start = 1 + LENGTH_BYTES;
  if (type === "Q") return bytes.toString("utf8", start, bytes.length - 1);
  if (type !== "P") return "";
  // The prepared statement's name precedes the SQL.
  const from = bytes.indexOf(0, start) + 1;
  return bytes.toString("utf8", from, bytes.indexOf(0, from));
}

/** The command's tag of a CommandComplete (`UPDATE 1`), or a ReadyForQuery's status: I(dle), T(ransaction), E(rror). */
export function commandTagOf({ bytes }: WireMessage): string {
  return bytes.toString("latin1", 1 + LENGTH_BYTES).replace(/\0$/, "");
}
