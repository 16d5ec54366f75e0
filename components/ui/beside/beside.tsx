"use client";

import { useRouter, useSearchParams } from "next/navigation";
import { type ComponentProps, type MouseEvent, type ReactNode, useEffect, useRef } from "react";
import { Button, IconButton, LinkButton } from "../button";
import { showAddress, UUID } from "../filter/filter-address";
import { Icon } from "../icons";
import table from "../table.module.css";
import ui from "../ui.module.css";
import s from "./beside.module.css";

/** The ID of the open row, from the address, which changes without a page load. */
export function useOpenRow(name: string): string | undefined {
  const id = useSearchParams().get(name);
  return id !== null && UUID.test(id) ? id : undefined;
}

type OpenLinkProps = ComponentProps<"a"> & {
  href: string;
  isOpen: boolean;
  /** The row's own page, which Enter opens from a row that is open. */
  page?: string;
};

/** The link of a row that opens beside the list. */
export function OpenLink({ href, isOpen, page, className, ...rest }: OpenLinkProps) {
  const router = useRouter();
  const press = (event: MouseEvent) => {
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.button !== 0) return;
    event.preventDefault();
    // A key press has no count of clicks.
    if (isOpen && page && event.detail === 0) return router.push(page);
    // Back closes what is open, whatever was open before.
    showAddress(href, openRow() ? "replace" : "push");
  };
  const style = className ? `${table.row} ${className}` : table.row;
  const current = isOpen ? "true" : undefined;
  return <a href={href} className={style} onClick={press} aria-current={current} data-opens="" {...rest} />;
}

function openRow(): HTMLElement | null {
  return document.querySelector("main a[data-opens][aria-current=true]");
}

type BesideProps = {
  /** One of the rows: "Request". */
  label: string;
  /** All of them: "All requests". */
  all: string;
  list: ReactNode;
  /** The open row; undefined: none. */
  open: string | undefined;
  /** The rows of the list, in its order. */
  ids: readonly string[];
  /** The address with a row open, or with none. */
  hrefOf: (id?: string) => string;
  /** The page of the open row. */
  page?: string | undefined;
  /** `narrow`: facts, without code. */
  width?: "narrow";
  /** The details of the open row. */
  children: ReactNode;
};

/** A list and, beside it, the row that is open. J and K open the next and the previous one, Esc closes. */
export function Beside({ label, all, list, open, ids, hrefOf, page, width, children }: BesideProps) {
  const side = useRef<HTMLElement>(null);
  const row = useRef<HTMLElement>(null);
  useEffect(() => {
    if (open === undefined) return row.current?.focus();
    const before = row.current;
    row.current = openRow();
    row.current?.closest("tr")?.scrollIntoView({ block: "nearest" });
    side.current?.scrollTo(0, 0);
    // Where there is no room for the list, the focused row is hidden.
    if (!row.current?.checkVisibility({ visibilityProperty: true })) side.current?.focus();
    else if (document.activeElement === before) row.current.focus();
  }, [open]);
  const at = ids.indexOf(open ?? "");
  const close = () => showAddress(hrefOf());
  return (
    <div>
      <div className={s.list}>{list}</div>
      {open === undefined ? null : (
        <section className={s.side} data-width={width} aria-label={label} ref={side} tabIndex={-1}>
          <Head
            label={label}
            all={all}
            before={ids[at - 1]}
            after={ids[at + 1]}
            hrefOf={hrefOf}
            page={page}
            onClose={close}
          />
          <div className={s.detail} key={open}>
            {children}
          </div>
        </section>
      )}
    </div>
  );
}

type HeadProps = Pick<BesideProps, "label" | "all" | "hrefOf" | "page"> & {
  before: string | undefined;
  after: string | undefined;
  onClose: () => void;
};

function Head({ label, all, before, after, hrefOf, page, onClose }: HeadProps) {
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      const isOfLayer = document.querySelector("[role=dialog], [role=alertdialog], [role=menu], [role=listbox]");
      if (event.key === "Escape" && !event.defaultPrevented && isOfLayer === null) onClose();
    };
    document.addEventListener("keydown", onKeyDown);
    return () => document.removeEventListener("keydown", onKeyDown);
  });
  const show = (id: string | undefined) => () => id && showAddress(hrefOf(id));
  const what = label.toLowerCase();
  return (
    <header className={s.head}>
      <Button look="plain" className={s.back} onClick={onClose}>
        <Icon name="left" />
        {all}
      </Button>
      <span className={s.label}>{label}</span>
      <IconButton icon="up" label={`Previous ${what} (K)`} data-previous="" disabled={!before} onClick={show(before)} />
      <IconButton icon="down" label={`Next ${what} (J)`} data-next="" disabled={!after} onClick={show(after)} />
      {page ? (
        <LinkButton look="plain" className={ui.ghost} href={page} aria-label={`Open ${what}`}>
          <Icon name="ext" />
        </LinkButton>
      ) : null}
      <IconButton icon="x" label={`Close ${what} (Esc)`} onClick={onClose} />
    </header>
  );
}

/** What can be done with the open row, at the foot of the panel. */
export function BesideFoot({ children }: { children: ReactNode }) {
  return <footer className={s.foot}>{children}</footer>;
}
