// The peer of the token call: the library oidc-provider, client credentials and opaque tokens, with a store in PostgreSQL
// as its documentation asks for outside of tests. Clients too are in the store, as in a service whose users create API
// keys. It writes one row for a token; the product and the floor write a family, an access and a refresh token.
import { createServer } from "node:http";
import Provider, { type Adapter, type AdapterPayload } from "oidc-provider";
import pg from "pg";

const pool = new pg.Pool({ connectionString: process.env["DATABASE_URL"], max: 20 });
await pool.query(
  "CREATE TABLE IF NOT EXISTS tokens (id text PRIMARY KEY, payload jsonb NOT NULL, expires_at timestamptz NOT NULL)",
);

const CLIENT_LIFE_S = 24 * 60 * 60;

class PostgresAdapter implements Adapter {
  readonly #kind: string;

  constructor(kind: string) {
    this.#kind = kind;
  }

  async upsert(id: string, payload: AdapterPayload, expiresIn: number): Promise<void> {
    await pool.query({
      name: "upsert",
      text: `INSERT INTO tokens (id, payload, expires_at) VALUES ($1, $2, now() + make_interval(secs => $3))
        ON CONFLICT (id) DO UPDATE SET payload = EXCLUDED.payload, expires_at = EXCLUDED.expires_at`,
      values: [`${this.#kind} ${id}`, JSON.stringify(payload), expiresIn],
    });
  }

  async find(id: string): Promise<AdapterPayload | undefined> {
    const { rows } = await pool.query<{ payload: AdapterPayload }>({
      name: "find",
      text: "SELECT payload FROM tokens WHERE id = $1 AND expires_at > now()",
      values: [`${this.#kind} ${id}`],
    });
    return rows[0]?.payload;
  }

  async destroy(id: string): Promise<void> {
    await pool.query("DELETE FROM tokens WHERE id = $1", [`${this.#kind} ${id}`]);
  }

  async consume(): Promise<void> {}
  async revokeByGrantId(): Promise<void> {}
  async findByUid(): Promise<undefined> {}
  async findByUserCode(): Promise<undefined> {}
}

await new PostgresAdapter("Client").upsert(
  "bench",
  {
    ...{ client_id: "bench", client_secret: process.env["CLIENT_SECRET"] ?? "" },
    ...{ grant_types: ["client_credentials"], response_types: [], redirect_uris: [] },
    token_endpoint_auth_method: "client_secret_post",
  },
  CLIENT_LIFE_S,
);

const port = Number(process.env["PORT"]);
const provider = new Provider(`http://127.0.0.1:${port}`, {
  adapter: PostgresAdapter,
  features: { clientCredentials: { enabled: true }, devInteractions: { enabled: false } },
  ttl: { ClientCredentials: 900 },
});
const handle = provider.callback();
const server = createServer((request, response) => {
  // A request at the start checks that the process listens.
  if (request.url === "/") response.writeHead(204).end();
  else void handle(request, response);
});
server.listen(port, "127.0.0.1");
process.once("SIGTERM", () => process.exit(0));
