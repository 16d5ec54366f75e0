"use client";

import { Icon } from "./icons";
import { useMerchantId, useMode } from "./queries";
import ui from "./ui.module.css";

/** The way to a list as a CSV file. `address`: of its route, with the filter of the page, as `addressOf` makes it. */
export function ExportLink({ address, words = "Export CSV" }: { address: string; words?: string }) {
  const [path, search = ""] = address.split("?");
  const params = new URLSearchParams(search);
  const merchantId = useMerchantId();
  const mode = useMode();
  // A list of no merchant's says in its address whose it is, or is the platform's.
  if (merchantId !== "") {
    params.set("merchant", merchantId);
    params.set("mode", mode);
  }
  return (
    <a className={ui.button} href={`${path}?${params}`}>
      <Icon name="save" />
      {words}
    </a>
  );
}
