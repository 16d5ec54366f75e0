import type { ProcedurePath } from "@/server/identity/permissions/permissions";
import { FilterTabs } from "../../ui/filter/filter-list";
import { useMay } from "../../ui/queries";
import { DELIVERIES_PATH } from "../deliveries/delivery-path";

type Tab = { words: string; href: string; needs: ProcedurePath };

const TABS = [
  { words: "Endpoints", href: "/console/webhooks", needs: "webhooks.endpoints.list" },
  { words: "Deliveries", href: DELIVERIES_PATH, needs: "webhooks.log.search" },
  { words: "Events", href: "/console/events", needs: "developers.events.list" },
  { words: "Signature troubleshooter", href: "/console/webhooks/signature", needs: "webhooks.endpoints.list" },
] as const satisfies readonly Tab[];

/** The pages about a merchant's webhooks; nothing for a user who may open only one of them. */
export function WebhooksTabs({ here }: { here: (typeof TABS)[number]["words"] }) {
  const may = useMay();
  const shown = TABS.filter(({ needs }) => may(needs));
  if (shown.length < 2) return null;
  return (
    <FilterTabs label="Webhooks" tabs={shown.map(({ words, href }) => ({ words, href, isHere: words === here }))} />
  );
}
