// Replacements for components of Swagger UI. The elements are created with the copy of React that Swagger UI bundles.
type Node = unknown;
type Component = string | ((props: never) => Node);
type Wrapper<Props> = (original: Component) => (props: Props) => Node;
type Headers = { entries(): Iterable<[name: string, header: { get(key: string): unknown }]> };
type Body = { example?: unknown; examples?: Record<string, { value: unknown }> };
/** Swagger UI's data of one response. */
type Answer = {
  code: string;
  className?: string;
  response: {
    toJS(): { description: string; content?: Record<string, Body> };
    get(key: "headers"): Headers | undefined;
  };
  getComponent: System["getComponent"];
};
type System = {
  React: { createElement(component: Component, props?: object | null, ...children: Node[]): Node };
  getComponent(name: string, container: true): Component;
  specSelectors: { info(): { get(key: string): unknown } };
};

/**
 * A layout without Swagger UI's header, and with simpler parts: no server selection (there is one server), no link
 * inside the button that opens an operation (the address still follows the open operation), and text instead of a
 * second way to authorise.
 */
export function parts({ React: { createElement } }: System) {
  const Reference = ({ getComponent, specSelectors }: System) =>
    createElement(
      "div",
      null,
      createElement(
        "details",
        { className: "conventions" },
        createElement("summary", null, "Conventions for every operation"),
        createElement(getComponent("Markdown", true), { source: specSelectors.info().get("description") }),
      ),
      createElement(getComponent("errors", true)),
      createElement(getComponent("operations", true)),
      createElement(getComponent("Webhooks", true)),
    );
  // Every response has X-Request-Id, which the document describes once; each other header is one line.
  const HeaderLines = ({ headers }: { headers?: Headers }) =>
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
  // An operation has about ten error codes: they are collapsed, grouped by status.
  const FoldedFailures: Wrapper<Answer> = (Original) => (props) => {
    const { code, className = "", response, getComponent } = props;
    if (!/^[45]/.test(code)) return createElement(Original, props);
    const { description, content } = response.toJS();
    const [{ example, examples = {} } = {}] = Object.values(content ?? {});
    const bodies = example === undefined ? Object.values(examples).map(({ value }) => value) : [example];
    const drawn = bodies.map((body) => {
      const text = JSON.stringify(body, null, 2);
      return createElement("pre", { key: text }, text);
    });
    return createElement(
      "tr",
      { className: `response ${className}` },
      createElement("td", { className: "response-col_status" }, code),
      createElement(
        "td",
        { className: "response-col_description" },
        createElement(getComponent("Markdown", true), { source: description }),
        createElement(HeaderLines, { headers: response.get("headers") }),
        createElement("details", null, createElement("summary", null, "Example"), drawn),
      ),
    );
  };
  // Replaces Swagger UI's heading, which equals that of the webhook operations.
  const Events: Wrapper<object> = (Original) => (props) =>
    createElement("div", { className: "events" }, createElement("h2", null, "Events"), createElement(Original, props));
  return {
    wrapComponents: { response: FoldedFailures, Webhooks: Events },
    components: {
      headers: HeaderLines,
      Reference,
      DeepLink: ({ text = "" }: { text?: string }) => text,
      authorizeOperationBtn: () => createElement("span", { className: "token" }, "token"),
    },
  };
}

/** Labels fields without a name and makes scrollable elements focusable: now and after each change of the page. */
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
    // The button that collapses a schema shows only an icon.
    for (const button of root.querySelectorAll<HTMLElement>("button:not([aria-label])")) {
      if (button.innerText.trim() === "") button.setAttribute("aria-label", button.title || "Fold");
    }
    for (const text of root.querySelectorAll("pre:not([tabindex])")) text.setAttribute("tabindex", "0");
  };
  new MutationObserver(mend).observe(root, { childList: true, subtree: true });
  mend();
}
