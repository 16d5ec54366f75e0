import { describe, expect, test } from "vitest";
import { LANGUAGES } from "../languages";
import { drawState } from "./draw";
import { STATES } from "./states";

describe("the gallery of states", () => {
  test("names are unique and fit for files", () => {
    const names = STATES.map(({ name }) => name);
    expect(new Set(names).size).toBe(names.length);
    for (const name of names) expect(name).toMatch(/^[a-z]+(-[a-z]+)*$/);
  });

  test.each(STATES.map((state) => [state.name, state] as const))("%s is what it is called", (_name, state) => {
    for (const view of state.views) {
      const page = state.page({ language: "en", view });
      expect(page.checkout.phase).toBe(state.phase);
      expect(page.problem?.kind ?? null).toBe(state.problem);
      const html = drawState(state, { language: "en", view });
      expect(html).toContain(`data-phase="${state.phase}"`);
      expect(html).toContain(`data-view="${view}"`);
    }
  });

  test("no two states look the same", () => {
    for (const view of ["frame", "hosted"] as const) {
      const drawn = STATES.filter(({ views }) => views.includes(view)).map((state) =>
        drawState(state, { language: "en", view }),
      );
      expect(new Set(drawn).size).toBe(drawn.length);
    }
  });

  test("each is drawn in every language", () => {
    for (const state of STATES)
      for (const language of LANGUAGES)
        for (const view of state.views) expect(drawState(state, { language, view })).toContain("data-root");
  });
});
