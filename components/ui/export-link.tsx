import { Button, LinkButton } from "./button";
import { Icon } from "./icons";
import { useMerchantId, useMode } from "./queries";

/** Downloads a list as a file. `address`: of its route with the page's filter. `isEmpty`: there is nothing to export. */
export function ExportLink(props: {
  address: string;
  words?: string;
  /** The link's name, where its words are not enough. */
  label?: string;
  slim?: boolean;
  isEmpty: boolean;
}) {
  const { address, words = "Export CSV", label, slim = false, isEmpty } = props;
  const icon = slim ? null : <Icon name="save" />;
  const style = { slim, "aria-label": label };
  const [path, search = ""] = address.split("?");
  const params = new URLSearchParams(search);
  const merchantId = useMerchantId();
  const mode = useMode();
  // The lists of partners and of the operator have no merchant.
  if (merchantId !== "") {
    params.set("merchant", merchantId);
    params.set("mode", mode);
  }
  if (isEmpty) {
    return (
      <Button disabled {...style}>
        {icon}
        {words}
      </Button>
    );
  }
  return (
    <LinkButton document href={`${path}?${params}`} {...style}>
      {icon}
      {words}
    </LinkButton>
  );
}
