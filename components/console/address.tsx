import { CopyButton } from "./copy-button";
import ui from "./ui.module.css";
import { shortAddress } from "./webhooks-words";

/** An address of a merchant's server, cut in its middle to what fits; whole in its title, and on copy. */
export function Address({ url, max }: { url: string; max: number }) {
  return (
    <span className={ui.id}>
      <code title={url}>{shortAddress(url, max)}</code>
      <CopyButton text={url} label="address" />
    </span>
  );
}
