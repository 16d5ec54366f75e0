const KEPT = "bankside.docs.language";
const SHOWN_MS = 2_000;

/** Blocks of one example in several languages become tabs. The chosen language is that of every example, and is kept. */
export function offerLanguages(): void {
  const examples = [...document.querySelectorAll<HTMLElement>("[data-languages]")];
  const show = (language: string) => {
    for (const example of examples) {
      const figures = [...example.querySelectorAll<HTMLElement>("figure")];
      const chosen = figures.find((figure) => figure.dataset["language"] === language) ?? figures[0];
      for (const [index, figure] of figures.entries()) {
        const tab = example.querySelectorAll<HTMLElement>("[role=tab]")[index];
        const isShown = figure === chosen;
        figure.hidden = !isShown;
        tab?.setAttribute("aria-selected", String(isShown));
        if (tab) tab.tabIndex = isShown ? 0 : -1;
      }
    }
  };
  const choose = (tab: HTMLElement) => {
    const { top } = tab.getBoundingClientRect();
    keep(tab.dataset["language"] ?? "");
    show(tab.dataset["language"] ?? "");
    // Examples above may have changed their height.
    scrollBy({ top: tab.getBoundingClientRect().top - top, behavior: "instant" });
    tab.focus({ preventScroll: true });
  };
  for (const [number, example] of examples.entries()) example.prepend(tabsOf(example, { number, choose }));
  show(kept());
}

function tabsOf(example: HTMLElement, given: { number: number; choose: (tab: HTMLElement) => void }): HTMLElement {
  const list = document.createElement("div");
  list.setAttribute("role", "tablist");
  list.setAttribute("aria-label", "Language");
  for (const [index, figure] of [...example.querySelectorAll<HTMLElement>("figure")].entries()) {
    const tab = document.createElement("button");
    const id = `example-${given.number}-${index}`;
    Object.assign(tab, { type: "button", textContent: figure.dataset["label"] ?? "", id: `${id}-tab` });
    Object.assign(figure, { id });
    tab.dataset["language"] = figure.dataset["language"] ?? "";
    tab.setAttribute("role", "tab");
    tab.setAttribute("aria-controls", id);
    figure.setAttribute("role", "tabpanel");
    figure.setAttribute("aria-labelledby", tab.id);
    tab.addEventListener("click", () => given.choose(tab));
    list.append(tab);
  }
  list.addEventListener("keydown", (event) => {
    const tabs = [...list.querySelectorAll<HTMLElement>("[role=tab]")];
    const at = tabs.indexOf(document.activeElement as HTMLElement);
    const to = { ArrowRight: at + 1, ArrowLeft: at - 1, Home: 0, End: tabs.length - 1 }[event.key];
    const tab = to === undefined ? undefined : tabs.at(to % tabs.length);
    if (!tab) return;
    event.preventDefault();
    given.choose(tab);
  });
  return list;
}

/** A copy button for each code block. */
export function offerCopies(): void {
  const blocks = document.querySelectorAll<HTMLElement>("figure > pre");
  if (blocks.length === 0) return;
  const status = document.createElement("p");
  status.className = "hidden";
  status.setAttribute("role", "status");
  document.body.append(status);
  for (const block of blocks) {
    const button = document.createElement("button");
    Object.assign(button, { type: "button", className: "copy", textContent: "Copy" });
    button.addEventListener("click", async () => {
      const isCopied = await copy(block.innerText);
      button.textContent = isCopied ? "Copied" : "Not copied";
      status.textContent = button.textContent;
      setTimeout(() => Object.assign(button, { textContent: "Copy" }), SHOWN_MS);
    });
    block.before(button);
  }
}

/** Whether it was copied: browsers allow it on secure pages only. */
async function copy(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return false;
  }
}

/** Storage may be forbidden; then the choice lasts for the page. */
function kept(): string {
  try {
    return localStorage.getItem(KEPT) ?? "";
  } catch {
    return "";
  }
}

function keep(language: string): void {
  try {
    localStorage.setItem(KEPT, language);
  } catch {
    // Not kept.
  }
}
