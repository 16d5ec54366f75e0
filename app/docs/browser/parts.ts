// The renderer's parts as this page draws them. What it makes is React's, of the copy that it brings with it.
type Node = unknown;
type Component = string | ((props: never) => Node);
type Headers = Iterable<[name: string, header: { get(key: string): unknown }]>;
type System = {
  React: { createElement(component: Component, props?: object | null, ...children: Node[]): Node };
  getComponent(name: string, container?: true): Component;
  specSelectors: { info(): { get(key: string): unknown } };
};

/**
 * A layout without the renderer's own head, and plainer parts: no choice among one server, no link inside the button that
 * opens an operation (the address follows what is open all the same), and a word in place of a second way to authorise.
 */
export function parts({ React: { createElement } }: System) {
  const Reference = ({ getComponent, specSelectors }: System) =>
    createElement(
      "div",
      null,
      createElement(
        "details",
        { className: "conventions" },
        createElement("summary", null, "What holds for every operation"),
        createElement(getComponent("Markdown", true), { source: specSelectors.info().get("description") }),
      ),
      createElement(getComponent("errors", true)),
      createElement(getComponent("operations", true)),
      createElement(getComponent("Webhooks", true)),
    );
  // Every answer carries X-Request-Id, which the document says once; the others stand in a line each.
  const HeaderLines = ({ headers }: { headers?: { entries(): Headers } }) =>
    [...(headers?.entries() ?? [])]
      .filter(([name, header]) => name !== "X-Request-Id" && header.get("description"))
      .map(([name, header]) =>
        createElement(
          "p",
          { key: name, className: "header-line" },
          createElement("code", null, name),
          " ",
          header.get("description"),
        ),
      );
  return {
    components: {
      headers: HeaderLines,
      Reference,
      DeepLink: ({ text = "" }: { text?: string }) => text,
      authorizeOperationBtn: () => createElement("span", { className: "token" }, "token"),
    },
  };
}

/** Gives names to the fields that have none, and lets keys reach what scrolls: now, and in whatever is drawn later. */
export function watchOver(root: HTMLElement): void {
  const mend = () => {
    for (const select of root.querySelectorAll("select:not([aria-label])")) {
      select.setAttribute("aria-label", select.closest(".examples-select") ? "Example" : "Choice");
    }
    for (const field of root.querySelectorAll("[placeholder]:not([aria-label])")) {
      field.setAttribute("aria-label", field.getAttribute("placeholder") ?? "");
    }
    for (const field of root.querySelectorAll("textarea:not([aria-label])")) {
      field.setAttribute("aria-label", "Request body");
    }
    // The button that folds a whole schema shows an icon alone.
    for (const button of root.querySelectorAll<HTMLElement>("button:not([aria-label])")) {
      if (button.innerText.trim() === "") button.setAttribute("aria-label", button.title || "Fold");
    }
    for (const text of root.querySelectorAll("pre:not([tabindex])")) text.setAttribute("tabindex", "0");
  };
  new MutationObserver(mend).observe(root, { childList: true, subtree: true });
  mend();
}
