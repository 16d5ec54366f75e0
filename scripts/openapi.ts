// `npm run openapi`: writes docs/openapi.json from the endpoints, with an example for the base address.
import { writeFileSync } from "node:fs";
import path from "node:path";
import { openApiFile } from "../server/http/openapi/openapi-file";

writeFileSync(path.join(import.meta.dirname, "../docs/openapi.json"), openApiFile());
