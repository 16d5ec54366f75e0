import type { ProcedurePath } from "@/server/identity/permissions/permissions";
import type { IconName } from "../../ui/icons";
import type { Outputs } from "../../ui/queries";
import { hasEndpoint, SIMULATION } from "../developers/go-live-steps";

/** `needs`: the call that the step's page makes; without it the button is hidden. */
export type SetUpStep = {
  title: string;
  text: string;
  isDone: boolean;
  action: string;
  icon: IconName;
  href: string;
  needs: ProcedurePath;
  /** How long the step takes, or what is left of it. */
  aside: string;
};

const SENT_TO_ENDPOINT = "We send the result of each payment to your endpoint and check the response. Simulate one.";

/** The recorded facts of which the steps are read. */
export type SetUpFacts = { hasPayment: boolean; goLive: Outputs["developers"]["goLive"] };

/** The cookie that hides the bar of a merchant. */
export const setUpCookie = (merchantId: string) => `bankside.setup-${merchantId}`;

/** The four steps of a new merchant. Each is done when it has happened, by the recorded facts. */
export function setUpSteps({ hasPayment, goLive }: SetUpFacts): SetUpStep[] {
  const needed = goLive.filter(({ state }) => state !== "unneeded");
  const left = needed.filter(({ state }) => state === "missing").length;
  const isProven = (keys: readonly string[]) =>
    goLive.some(({ key, state }) => keys.includes(key) && state === "proven");
  // A check of the keys that failed for another reason than having none.
  const hasKey = goLive.some(({ key, why }) => key === "credential" && why !== null);
  return [
    {
      title: "See a payment",
      text: "Simulate one, and see the checkout, the API calls and the webhooks side by side.",
      isDone: hasPayment,
      ...{ ...SIMULATION, icon: "play", aside: "20 seconds" },
    },
    {
      title: "Create an API key",
      text: "Your server uses it to create payments. Its secret is shown once; store it with your server’s other secrets.",
      isDone: hasKey || isProven(["created", "credential"]),
      ...{ action: "Create API key", icon: "key", href: "/console/api-keys" },
      ...{ needs: "credentials.list", aside: "2 min" },
    },
    {
      title: "Receive a webhook",
      text: "Enter your server’s URL. We send the result of each payment there and check the response.",
      isDone: isProven(["webhook", "cancel"]),
      ...{ action: "Add endpoint", icon: "webhook", href: "/console/webhooks" },
      ...{ needs: "webhooks.endpoints.list", aside: "5 min" },
      ...(goLive.some(hasEndpoint) ? { ...SIMULATION, icon: "play", text: SENT_TO_ENDPOINT } : {}),
    },
    {
      title: "Go live",
      text: "The operator connects your bank account. The checks show what is left.",
      isDone: left === 0,
      ...{ action: "View checks", icon: "flag", href: "/console/go-live" },
      ...{ needs: "developers.goLive", aside: `${left} of ${needed.length} checks left` },
    },
  ];
}
