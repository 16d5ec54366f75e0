"use client";

import { Icon } from "./icons";
import { useMerchantId, useMode } from "./queries";
import ui from "./ui.module.css";

/** The way to a list as a CSV file. `address`: of its route, with the filter of the page, as `addressOf` makes it. */
export function ExportLink({ address, words = "Export CSV" }: { address: string; words?: string }) {
  const [path, search = ""] = address.split("?");
  const params = new URLSearchParams(search);
  params.set("merchant", useMerchantId());
  params.set("mode", useMode());
  return (
    <a className={ui.button} href={`${path}?${params}`}>
      <Icon name="save" />
      {words}
    </a>
  );
}
