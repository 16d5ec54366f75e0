type FieldError = { field: string; message: string };
type TokenAnswer = {
  data?: { access_token: string; expires_in: number };
  error?: { message: string; metadata?: { errors?: FieldError[] } };
};

const TOKEN = "/api/v1/oauth2/token";
const UNREACHABLE = { error: { message: "The API couldn’t be reached. Try again." } };

/**
 * Two forms that set the access token for requests from the reference: one obtains it with client credentials, one
 * takes a pasted token. A client secret is sent with the token request only and is not stored.
 */
export function offerToken(use: (accessToken: string) => void): void {
  const status = document.querySelector<HTMLElement>("#authorise-status");
  let ends: ReturnType<typeof setTimeout> | undefined;

  function say(text: string, kind: "good" | "bad" | "" = ""): void {
    if (!status) return;
    status.textContent = text;
    status.dataset["kind"] = kind;
  }

  onSubmit("#authorise", async (fields, form) => {
    say("");
    const { data, error } = await askForToken(fields).catch((): TokenAnswer => UNREACHABLE);
    if (!data) return say(error ? refusalOf(error) : "The client ID or the client secret was not accepted.", "bad");
    use(data.access_token);
    form.reset();
    say(
      `Authorised for ${Math.round(data.expires_in / 60)} minutes. Requests that you try now include the token.`,
      "good",
    );
    clearTimeout(ends);
    ends = setTimeout(() => say("The token has expired. Authorise again."), data.expires_in * 1000);
  });

  onSubmit("#authorise-token", async (fields, form) => {
    use(textOf(fields, "token"));
    form.reset();
    clearTimeout(ends);
    say("Requests that you try now include the token.", "good");
  });
}

function refusalOf({ message, metadata }: NonNullable<TokenAnswer["error"]>): string {
  const fields = metadata?.errors ?? [];
  return [message, ...fields.map((one) => `${one.field} ${one.message}.`)].join(" ");
}

async function askForToken(fields: FormData): Promise<TokenAnswer> {
  const [client_id, client_secret] = [textOf(fields, "client_id"), textOf(fields, "client_secret")];
  const answer = await fetch(TOKEN, {
    method: "POST",
    credentials: "omit",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify({ grant_type: "client_credentials", client_id, client_secret }),
  });
  return (await answer.json()) as TokenAnswer;
}

const textOf = (fields: FormData, name: string) => String(fields.get(name) ?? "").trim();

function onSubmit(selector: string, run: (fields: FormData, form: HTMLFormElement) => Promise<void>): void {
  const form = document.querySelector<HTMLFormElement>(selector);
  form?.addEventListener("submit", (event) => {
    event.preventDefault();
    void run(new FormData(form), form);
  });
}
