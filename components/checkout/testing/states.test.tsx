import { describe, expect, test } from "vitest";
import { LANGUAGES } from "../languages/languages";
import { drawState, GALLERY } from "./draw";
import { STATES } from "./states";

describe("the gallery of states", () => {
  test("names are unique and fit for files", () => {
    const names = STATES.map(({ name }) => name);
    expect(new Set(names).size).toBe(names.length);
    for (const name of names) expect(name).toMatch(/^[a-z]+(-[a-z]+)*$/);
  });

  test.each(STATES.map((state) => [state.name, state] as const))("%s shows the state of its name", (_name, state) => {
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
    const drawn = GALLERY.flatMap(({ views, draw }) => views.map((view) => draw({ language: "en", view })));
    expect(new Set(drawn).size).toBe(drawn.length);
  });

  test.each(LANGUAGES)("each is drawn in %s", (language) => {
    for (const { views, draw } of GALLERY)
      for (const view of views) expect(draw({ language, view })).toContain(`<html lang="${language}`);
  });
});
