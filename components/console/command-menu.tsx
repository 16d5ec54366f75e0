"use client";

import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { Command } from "cmdk";
import { useRouter } from "next/navigation";
import { Dialog } from "radix-ui";
import { useEffect, useState } from "react";
import s from "./command.module.css";
import { CommandFound } from "./command-found";
import { type Act, actsFor, fits, type Section } from "./commands";
import { Icon } from "./icons";
import { OPEN_MENU_EVENT } from "./keyboard-map";
import { pressThere } from "./keyboard-press";
import type { PlaceGroup } from "./places";
import { useMay, useMerchantId, useMode, useTRPC } from "./queries";
import ui from "./ui.module.css";

/** How long typing rests before it is searched. */
const REST_MS = 120;
const MIN_TEXT = 2;
const MAX_TEXT = 140;

type MenuProps = { groups: PlaceGroup[]; section?: Section };

/** The search of the top bar: ids, references and orders of a merchant's, then places, then what can be done. */
export function CommandMenu({ groups, section = "console" }: MenuProps) {
  const [isOpen, setOpen] = useState(false);
  useEffect(() => {
    const open = () => setOpen(true);
    window.addEventListener(OPEN_MENU_EVENT, open);
    return () => window.removeEventListener(OPEN_MENU_EVENT, open);
  }, []);
  return (
    <Dialog.Root open={isOpen} onOpenChange={setOpen}>
      <Dialog.Trigger className={s.field} aria-keyshortcuts="Control+K Meta+K">
        <Icon name="search" />
        <span>{section === "console" ? "Search or paste an id" : "Go somewhere, or do something"}</span>
        <i aria-hidden="true">Ctrl</i>
        <i aria-hidden="true">K</i>
      </Dialog.Trigger>
      <Dialog.Portal>
        <Dialog.Overlay className={s.scrim} />
        <Dialog.Content className={s.menu} aria-describedby={undefined}>
          <Dialog.Title className={ui.hidden}>Search and commands</Dialog.Title>
          <Menu groups={groups} section={section} close={() => setOpen(false)} />
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  );
}

/** A text once typing rested. */
function useRested(text: string): string {
  const [rested, setRested] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setRested(text), REST_MS);
    return () => clearTimeout(timer);
  }, [text]);
  return rested;
}

function Menu({ groups, section, close }: Required<MenuProps> & { close: () => void }) {
  const [typed, setTyped] = useState("");
  const [chosen, setChosen] = useState("");
  const router = useRouter();
  const trpc = useTRPC();
  const merchantId = useMerchantId();
  const test = useMode() === "test";
  const may = useMay();
  const text = useRested(typed.trim().slice(0, MAX_TEXT));
  // The operator's lists have a search each: what is found by an id here is of one merchant.
  const isSearched = section === "console" && text.length >= MIN_TEXT;
  const options = trpc.search.find.queryOptions({ merchantId, text, test }, { enabled: isSearched, staleTime: 5_000 });
  const search = useQuery({ ...options, placeholderData: keepPreviousData });
  const found = isSearched && typed.trim() !== "" ? search.data : undefined;
  const go = (href: string) => {
    close();
    router.push(href);
  };
  const run = (act: Act) => {
    if (act.href === undefined) return act.run(close);
    go(act.href);
    if (act.creates) pressThere(act.href, "main [data-create]");
  };
  const places = groups.flatMap((group) => group.places).filter(({ name }) => fits(typed, name));
  const acts = actsFor(may, typed, section);
  const isNothing = places.length + acts.length === 0 && !search.isFetching && !hasFound(found);
  return (
    <Command label="Search and commands" shouldFilter={false} loop value={chosen} onValueChange={setChosen}>
      <div className={s.query}>
        <Icon name="search" />
        <Command.Input
          value={typed}
          onValueChange={setTyped}
          placeholder={section === "console" ? "An id, a reference, an order, or a command" : "A place, or a command"}
          maxLength={MAX_TEXT}
        />
        <i aria-hidden="true">Esc</i>
      </div>
      <Command.List className={s.list} label="Results">
        {found ? <CommandFound found={found} text={text} go={go} /> : null}
        <Group heading="Do" acts={acts} run={run} />
        {places.length > 0 ? (
          <Command.Group heading="Go to">
            {places.map(({ href, name, icon, letter }) => (
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
      <p className={s.said} role="status">
        {search.isError ? "The search did not answer. Places and commands are here all the same." : null}
        {isNothing
          ? `Nothing is called “${typed.trim()}”. ${section === "console" ? "Ids are found whole, references and orders by how they begin." : ""}`
          : null}
      </p>
      <p className={s.foot} aria-hidden="true">
        <i>↑</i> <i>↓</i> choose <i>Enter</i> open <i>?</i> all keys
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
