// `npm run env:example`: writes .env.example from the table of settings.
import { writeFileSync } from "node:fs";
import path from "node:path";
import { envExample } from "../server/lib/config/env-example";

writeFileSync(path.join(import.meta.dirname, "../.env.example"), envExample());
