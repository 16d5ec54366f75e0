import { describe, expect, it } from "vitest";
import { type KeyEvent, meaningOf } from "./keyboard-map";

const key = (letter: string, more: Partial<KeyEvent> = {}): KeyEvent => ({
  key: letter,
  ctrlKey: false,
  metaKey: false,
  altKey: false,
  ...more,
});

describe("a press of a key", () => {
  it("opens the menu by Ctrl K and by Cmd K", () => {
    expect(meaningOf(key("k", { ctrlKey: true }), false)).toEqual({ kind: "menu", letter: "K" });
    expect(meaningOf(key("k", { metaKey: true }), false)).toEqual({ kind: "menu", letter: "K" });
  });

  it("leaves the browser's own keys alone", () => {
    for (const event of [
      key("f", { ctrlKey: true }),
      key("r", { metaKey: true }),
      key("k", { ctrlKey: true, altKey: true }),
      key("j", { altKey: true }),
      key("Enter"),
      key("F5"),
      key("Tab"),
    ])
      expect(meaningOf(event, false)).toBeNull();
  });

  it("means a place behind a G, and itself otherwise", () => {
    expect(meaningOf(key("p"), true)).toEqual({ kind: "place", letter: "P" });
    expect(meaningOf(key("P"), false)).toEqual({ kind: "key", letter: "P" });
    expect(meaningOf(key("?"), false)).toEqual({ kind: "key", letter: "?" });
  });
});
