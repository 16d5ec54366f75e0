import { answerApi } from "../../server/http/handler";
import { apiListener } from "../../server/http/listener";
import { listen, PEER } from "../../server/test/processes/product";

/** The public API over HTTP on a port of its own, behind the same listener as in the product. */
export async function startApi(): Promise<string> {
  return `http://127.0.0.1:${await listen(apiListener((request) => answerApi(request, PEER)))}`;
}
