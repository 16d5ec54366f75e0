import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { Command } from "cmdk";
import { useRouter } from "next/navigation";
import { Dialog } from "radix-ui";
import { useState } from "react";
import { Icon } from "../../ui/icons";
import { leavePage } from "../../ui/layers/block-back";
import { OpenDialog } from "../../ui/layers/open-dialog";
import { useConsole, useMay } from "../../ui/queries";
import { useSettled } from "../../ui/time/use-settled";
import ui from "../../ui/ui.module.css";
import s from "./command.module.css";
import { CommandFound } from "./command-found";
import { type Act, actsFor, fits, type Section } from "./commands";
import { pressThere } from "./keyboard-press";
import { type NavGroup, navPages } from "./nav-items";

/** The pause in typing after which a search starts. */
const PAUSE_MS = 120;
const MIN_TEXT = 2;
const MAX_TEXT = 140;
const PLACEHOLDERS: Record<Section, string> = {
  console: "Name, e-mail, amount, IBAN, order, ID or command",
  operator: "Page or command",
};

export type MenuProps = { groups: NavGroup[]; section: Section; close: () => void };

/** The open menu: what the search found, then pages, then commands. Its script is loaded with the first one. */
export function CommandDialog(props: MenuProps) {
  return (
    <OpenDialog onClose={props.close} className={s.menu} aria-describedby={undefined}>
      <Dialog.Title className={ui.hidden}>Search and commands</Dialog.Title>
      <Menu {...props} />
    </OpenDialog>
  );
}

function Menu({ groups, section, close }: MenuProps) {
  const [typed, setTyped] = useState("");
  const [chosen, setChosen] = useState("");
  const router = useRouter();
  const { trpc, merchantId, test } = useConsole();
  const may = useMay();
  const text = useSettled(typed.trim().slice(0, MAX_TEXT), PAUSE_MS);
  // The operator's lists have their own searches; this one searches one merchant.
  const isSearched = section === "console" && text.length >= MIN_TEXT;
  const options = trpc.search.find.queryOptions({ merchantId, text, test }, { enabled: isSearched, staleTime: 5_000 });
  const search = useQuery({ ...options, placeholderData: keepPreviousData });
  const found = isSearched && typed.trim() !== "" ? search.data : undefined;
  const go = (href: string) => {
    close();
    leavePage(() => router.push(href));
  };
  const run = (act: Act) => {
    if (act.href === undefined) return act.run(close);
    go(act.href);
    if (act.creates) pressThere(act.href, "main [data-create]");
  };
  const pages = navPages(groups).filter(({ name }) => fits(typed, name));
  const acts = actsFor(may, typed, section);
  const isNothing = pages.length + acts.length === 0 && !search.isFetching && !hasFound(found);
  return (
    <Command label="Search and commands" shouldFilter={false} loop value={chosen} onValueChange={setChosen}>
      <div className={s.query}>
        <Icon name="search" />
        <Command.Input
          value={typed}
          onValueChange={setTyped}
          placeholder={PLACEHOLDERS[section]}
          maxLength={MAX_TEXT}
        />
        <i aria-hidden="true">Esc</i>
      </div>
      <Command.List className={s.list} label="Results">
        {found ? <CommandFound found={found} text={text} go={go} /> : null}
        <Group heading="Actions" acts={acts} run={run} />
        {pages.length > 0 ? (
          <Command.Group heading="Go to">
            {pages.map(({ href, name, icon, letter }) => (
              <Command.Item key={href} value={href} onSelect={() => go(href)}>
                <Icon name={icon} />
                <span>{name}</span>
                {letter ? (
                  <span className={s.keys} aria-hidden="true">
                    <i>G</i> <i>{letter}</i>
                  </span>
                ) : null}
              </Command.Item>
            ))}
          </Command.Group>
        ) : null}
      </Command.List>
      <p className={s.status} role="status">
        {search.isError ? "Search failed. Pages and actions still work." : null}
        {isNothing ? noResultsText(typed.trim(), section) : null}
      </p>
      <p className={s.foot} aria-hidden="true">
        <i>↑</i> <i>↓</i> choose <i>Enter</i> open <i>?</i> shortcuts
      </p>
    </Command>
  );
}

function hasFound(found: Parameters<typeof CommandFound>[0]["found"] | undefined): boolean {
  return found !== undefined && found.payments.length + found.links.length + found.deliveries > 0;
}

function Group({ heading, acts, run }: { heading: string; acts: readonly Act[]; run: (act: Act) => void }) {
  if (acts.length === 0) return null;
  return (
    <Command.Group heading={heading}>
      {acts.map((act) => (
        <Command.Item key={act.words} value={act.words} onSelect={() => run(act)}>
          <Icon name={act.icon} />
          <span>{act.words}</span>
          {act.key ? (
            <span className={s.keys} aria-hidden="true">
              <i>{act.key}</i>
            </span>
          ) : null}
        </Command.Item>
      ))}
    </Command.Group>
  );
}

function noResultsText(typed: string, section: Section): string {
  const finds = " Search covers name, e-mail, amount, the end of an IBAN, reference, order, bank and ID.";
  return `No results for “${typed}”.${section === "console" ? finds : ""}`;
}
