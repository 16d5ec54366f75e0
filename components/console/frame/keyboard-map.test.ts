import { describe, expect, it } from "vitest";
import { type KeyEvent, meaningOf } from "./keyboard-map";

const key = (letter: string, more: Partial<KeyEvent> = {}): KeyEvent => ({
  key: letter,
  ctrlKey: false,
  metaKey: false,
  altKey: false,
  ...more,
});

describe("a key press", () => {
  it("with Ctrl K or Cmd K opens the menu", () => {
    expect(meaningOf(key("k", { ctrlKey: true }), false)).toEqual({ kind: "menu", letter: "K" });
    expect(meaningOf(key("k", { metaKey: true }), false)).toEqual({ kind: "menu", letter: "K" });
  });

  it("of the browser's own shortcuts means nothing", () => {
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

  it("is a page after G, and a shortcut otherwise", () => {
    expect(meaningOf(key("p"), true)).toEqual({ kind: "page", letter: "P" });
    expect(meaningOf(key("P"), false)).toEqual({ kind: "key", letter: "P" });
    expect(meaningOf(key("?"), false)).toEqual({ kind: "key", letter: "?" });
  });
});
