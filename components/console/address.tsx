import s from "./address.module.css";
import { CopyButton } from "./copy-button";
import ui from "./ui.module.css";
import { addressParts } from "./webhooks-words";

/** An address of a merchant's server, cut in its middle where there is no room; whole in its title. */
export function AddressText({ url }: { url: string }) {
  const { head, tail } = addressParts(url);
  return (
    <code className={s.address} title={url}>
      <span>{head}</span>
      <span>{tail}</span>
    </code>
  );
}

/** The same, to be copied: whole. */
export function Address({ url }: { url: string }) {
  return (
    <span className={ui.id}>
      <AddressText url={url} />
      <CopyButton text={url} label="address" />
    </span>
  );
}
