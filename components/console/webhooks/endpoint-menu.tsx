import { useConfirmation } from "../../ui/layers/confirm-button";
import { MoreMenu } from "../../ui/layers/menu";
import type { MenuItem } from "../../ui/layers/menu-layer";
import { type Outputs, useConsole, useMay } from "../../ui/queries";
import { capitalize } from "../../ui/text";
import { useAction } from "../../ui/use-action";
import { boundedCount, formatQueued, isStopped } from "./health-labels";

type Health = Pick<Outputs["webhooks"]["health"]["list"][number], "name" | "state" | "waiting">;

type MenuProps = {
  /** Null: the default URL, which can't be disabled. */
  name: string | null;
  /** Undefined while it is unknown. */
  health: Health | undefined;
  /** Null: the role may not change it. */
  onEdit: (() => void) | null;
};

/** What is seldom done with an endpoint that has a URL: change it, pause it, disable it; nothing for roles that may not. */
export function EndpointMenu({ name, health, onEdit }: MenuProps) {
  const may = useMay();
  const pause = usePause(name, health?.waiting);
  const disable = useDisable(name ?? "", health?.waiting);
  const isDisabled = health?.state === "disabled";
  const canPause = health !== undefined && !isDisabled && !isStopped(health.state) && may("webhooks.health.pause");
  const items: MenuItem[] = [];
  if (onEdit) items.push({ words: name === null ? "Change URL" : "Edit", icon: "edit", onChoose: onEdit });
  if (canPause) items.push({ words: "Pause", icon: "halt", onChoose: pause.ask });
  if (name !== null && !isDisabled && may("webhooks.endpoints.switch")) {
    items.push({ words: "Disable endpoint", icon: "x", danger: true, onChoose: disable.ask });
  }
  if (items.length === 0) return null;
  return (
    <>
      <MoreMenu label="Endpoint actions" items={items} />
      {pause.dialog}
      {disable.dialog}
    </>
  );
}

type Waiting = Health["waiting"] | undefined;

function usePause(name: string | null, waiting: Waiting) {
  const { trpc, merchantId } = useConsole();
  const act = useAction(trpc.webhooks.health.pause, {
    unchanged: "It is not paused.",
    changes: [trpc.webhooks.health.pathFilter()],
  });
  return useConfirmation({
    title: `Pause ${name ?? "the default URL"}?`,
    children: `Payments continue; events are queued for up to 30 days. ${waiting ? `${formatQueued(waiting)}. ` : ""}A delivery that you resend by itself is still sent.`,
    action: "Pause",
    act,
    input: { merchantId, name },
  });
}

function useDisable(name: string, waiting: Waiting) {
  const { trpc, merchantId } = useConsole();
  const act = useAction(trpc.webhooks.endpoints.switch, {
    unchanged: "It is still enabled.",
    changes: [trpc.webhooks.endpoints.pathFilter(), trpc.webhooks.health.pathFilter()],
  });
  return useConfirmation({
    title: `Disable ${name}?`,
    children: `Payments that name it are rejected. Endpoints are never deleted; you can enable it again. ${formatLost(waiting)} To keep deliveries queued instead, pause it.`,
    action: "Disable endpoint",
    act,
    input: { merchantId, name, to: "disabled" as const },
  });
}

/** What happens to the queued deliveries. */
function formatLost(waiting: Waiting): string {
  if (!waiting || waiting.count === 0) return "No deliveries are queued for it.";
  if (waiting.count === 1 && !waiting.more) {
    return "1 queued delivery fails at its next attempt; you can resend it after enabling the endpoint.";
  }
  return `${capitalize(boundedCount(waiting))} queued deliveries fail at their next attempt; you can resend them after enabling the endpoint.`;
}
