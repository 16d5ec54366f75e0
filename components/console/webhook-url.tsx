"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { Field } from "./parts";
import { failureOf, type Outputs, useMerchantId, useTRPC } from "./queries";
import shell from "./shell.module.css";
import ui from "./ui.module.css";

type Config = Outputs["webhooks"]["config"];

/** Where the merchant's news goes. */
export function UrlForm({ config }: { config: Config }) {
  const trpc = useTRPC();
  const merchantId = useMerchantId();
  const queries = useQueryClient();
  const save = useMutation(
    trpc.webhooks.setUrl.mutationOptions({
      onSuccess: () => queries.invalidateQueries(trpc.webhooks.config.queryFilter()),
    }),
  );
  const failure = save.error ? failureOf(save.error) : null;
  const reason = failure?.fields["webhook_url"];
  const error = failure ? `${reason ? `The address ${reason}.` : failure.message} Nothing was changed.` : undefined;
  const help = (
    <>
      http or https, and reachable from the internet.
      {config.allowedNetworks.length > 0
        ? ` This installation also lets webhooks reach ${config.allowedNetworks.join(", ")}.`
        : null}
    </>
  );
  return (
    <form
      className={shell.panel}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        save.mutate({ merchantId, url: String(new FormData(event.currentTarget).get("url") ?? "") });
      }}
    >
      <Field id="webhook-url" label="URL" help={help} error={error}>
        {(wiring) => (
          <span className={ui.withButton}>
            <span className={ui.input}>
              <input
                {...wiring}
                name="url"
                type="url"
                autoComplete="off"
                spellCheck={false}
                placeholder="https://shop.example/webhooks"
                defaultValue={config.url ?? ""}
              />
            </span>
            <button className={ui.button} type="submit" disabled={save.isPending}>
              Save
            </button>
          </span>
        )}
      </Field>
      <p className={`${ui.small} ${ui.muted}`} role="status">
        {save.isSuccess ? "Saved. Everything that is sent from now on goes there." : ""}
      </p>
    </form>
  );
}
