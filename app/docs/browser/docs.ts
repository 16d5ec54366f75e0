// The script of every documentation page. The renderer of the reference is loaded when an operation is opened.
import type { DocsSession } from "../../console/docs-session/route";
import { offerToken } from "./authorise";
import { offerCopies, offerLanguages } from "./code";
import { offerSearch } from "./search";
import { readSession } from "./session";

type Draw = typeof import("./reference").draw;

async function startReference(root: HTMLElement): Promise<void> {
  const session = await readSession();
  showSession(session);
  let drawing: ReturnType<Draw> | undefined;
  const draw = () => {
    drawing ??= (import(root.dataset["script"] ?? "") as Promise<{ draw: Draw }>).then((it) => it.draw(root, session));
    drawing.catch((error: unknown) => {
      console.error(error);
      drawing = undefined;
      root.textContent = "The operation couldn’t be displayed. Reload the page, or read the OpenAPI document.";
    });
    return drawing;
  };
  offerToken((token) => void draw().then((use) => use(token)));
  const drawIfAsked = () => {
    const isAsked = location.hash.startsWith("#/") || new URLSearchParams(location.search).has("operation");
    if (isAsked) void draw();
  };
  addEventListener("hashchange", drawIfAsked);
  drawIfAsked();
}

/** Says how requests are sent. With a session the form for API keys is folded. */
function showSession(session: DocsSession | null): void {
  const [signedIn, keys] = [document.querySelector("#signed-in"), document.querySelector<HTMLDetailsElement>("#keys")];
  if (!session || !signedIn || !keys) return;
  const merchant = document.createElement("b");
  merchant.textContent = session.merchant;
  const after = session.maySend
    ? ", in test mode and with your session: no API key is needed, and no money moves."
    : ". Your role can read the reference. Developers can also send requests from here.";
  signedIn.replaceChildren(session.maySend ? "Requests are sent for " : "You are signed in for ", merchant, after);
  if (session.recorded && session.recorded.leftOut.length > 0) {
    const note = document.createElement("p");
    note.textContent = `The request is from the log. Redacted, to fill in: ${session.recorded.leftOut.join(", ")}.`;
    signedIn.after(note);
  }
  keys.open = !session.maySend;
}

offerLanguages();
offerCopies();
offerSearch();
const root = document.getElementById("reference");
if (root) void startReference(root);
