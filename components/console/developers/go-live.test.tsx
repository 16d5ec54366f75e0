import { renderToStaticMarkup } from "react-dom/server";
import { expect, it, vi } from "vitest";
import { permittedPaths } from "@/server/identity/permissions/permissions";
import type { Outputs } from "../../ui/queries";
import { ConsoleQueries } from "../frame/console-queries";
import { GoLivePage } from "./go-live";
import { goLiveLead, STEP_TEXTS } from "./go-live-steps";

// Outside of Next there is no router.
vi.mock("next/navigation", () => ({ useRouter: () => ({ push: () => {} }) }));

type Steps = Outputs["developers"]["goLive"];
const STEPS = (Object.keys(STEP_TEXTS) as Steps[number]["key"][]).map((key): Steps[number] => ({
  key,
  state: "missing",
  why: null,
  proof: null,
}));

/** The addresses of the buttons of a role, while no step is done. */
function linksOf(role: string, steps = STEPS): string[] {
  const drawn = renderToStaticMarkup(
    <ConsoleQueries mode="test" may={permittedPaths([role])}>
      <GoLivePage first={steps} suspended={false} />
    </ConsoleQueries>,
  );
  return [...drawn.matchAll(/<a [^>]*href="([^"]+)"/g)].map(([, href = ""]) => href);
}

it("a step has a button only for roles that can do it: viewers and finance are led to the documents alone", () => {
  const all = Object.values(STEP_TEXTS).flatMap(({ href }) => href ?? []);
  const documents = all.filter((href) => href.startsWith("/docs"));
  expect(linksOf("owner")).toEqual(all);
  expect(linksOf("developer")).toEqual(all.filter((href) => href !== "/console/checkout"));
  for (const role of ["viewer", "finance"]) expect(linksOf(role)).toEqual(documents);
});

it("the step of the first webhook leads to a simulated payment once an endpoint is there", () => {
  const steps = STEPS.map((one) => (one.key === "webhook" ? { ...one, why: "Not received yet." } : one));
  const before = linksOf("owner");
  expect(linksOf("owner", steps)).toEqual(before.with(2, "/console/try-it"));
});

it("the lead says that live payments are accepted once every step is done, but not of a suspended merchant", () => {
  const done = STEPS.map((one): Steps[number] => ({ ...one, state: "proven" }));
  expect(goLiveLead(done, false)).toContain("You can accept live payments.");
  const suspended = goLiveLead(done, true);
  expect(suspended).not.toContain("You can accept");
  expect(suspended).toContain("suspended");
});
