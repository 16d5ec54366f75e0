import s from "./address.module.css";
import { CopyButton } from "./copy-button";
import ui from "./ui.module.css";

/** The number of characters at an address's end that are always shown. */
const TAIL_LENGTH = 8;

/** An address without https:// in two parts: where space is short, the end of the first one is cut. */
export function addressParts(url: string): { head: string; tail: string } {
  const text = url.replace(/^https:\/\//i, "");
  return { head: text.slice(0, -TAIL_LENGTH), tail: text.slice(-TAIL_LENGTH) };
}

/** A URL of a merchant's server, truncated in the middle where space is short; complete in its title. */
export function AddressText({ url }: { url: string }) {
  const { head, tail } = addressParts(url);
  return (
    <code className={s.address} title={url}>
      <span>{head}</span>
      <span>{tail}</span>
    </code>
  );
}

/** The complete URL with a copy button. */
export function Address({ url }: { url: string }) {
  return (
    <span className={ui.id}>
      <AddressText url={url} />
      <CopyButton text={url} label="address" />
    </span>
  );
}

/** An e-mail address, which breaks after its @ where it is too long. */
export function MailAddress({ address }: { address: string }) {
  const at = address.indexOf("@") + 1;
  return (
    <>
      {address.slice(0, at)}
      <wbr />
      {address.slice(at)}
    </>
  );
}
