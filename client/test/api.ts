import { answerApi } from "../../server/http/handler";
import { apiListener } from "../../server/http/listener";
import { listen, PEER } from "../../server/test/processes/product";

/** The public API over HTTP on its own port, behind the product's listener. */
export async function startApi(): Promise<string> {
  return `http://127.0.0.1:${await listen(apiListener((request) => answerApi(request, PEER)))}`;
}
