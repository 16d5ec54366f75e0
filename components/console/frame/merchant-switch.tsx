"use client";

import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { usePathname } from "next/navigation";
import { type KeyboardEvent, useDeferredValue, useState } from "react";
import { Button } from "../../ui/button";
import { HiddenField, Input } from "../../ui/fields";
import { Icon } from "../../ui/icons";
import { type Outputs, useTRPC } from "../../ui/queries";
import s from "./merchant-switch.module.css";
import shell from "./shell.module.css";

type Found = Outputs["acting"]["merchants"];
type Merchant = Found["items"][number];

/** From this number of merchants there is a search. */
const SEARCHED_FROM = 8;

/** The line under a merchant's name: suspended, or the partner that acts for it. */
function standing({ acting, partnerName, suspended }: Merchant): string {
  if (suspended) return "Suspended";
  if (acting?.as === "platform" && partnerName !== null) return `by ${partnerName}`;
  return acting?.as === "partner" ? `by ${acting.name}` : "Merchant";
}

function Face({ merchant }: { merchant: Merchant }) {
  return (
    <>
      <span className={shell.initial} aria-hidden="true">
        {merchant.brandName.slice(0, 1).toUpperCase()}
      </span>
      <span className={shell.who}>
        <b title={merchant.brandName}>{merchant.brandName}</b>
        <small title={standing(merchant)}>{standing(merchant)}</small>
      </span>
    </>
  );
}

/**
 * The current merchant. If there are others, it opens a list with a search; each entry is a button of a form, so that
 * the first entries also work before the script has loaded.
 */
export function MerchantSwitch({ merchant, first }: { merchant: Merchant; first: Found }) {
  if (first.total < 2) {
    return (
      <div className={shell.merchant}>
        <Face merchant={merchant} />
      </div>
    );
  }
  return (
    <div>
      <Button
        look="plain"
        className={`${shell.merchant} ${s.button}`}
        popoverTarget="merchants"
        aria-label={`Merchant: ${merchant.brandName}. Switch merchant`}
      >
        <Face merchant={merchant} />
        <Icon name="updown" />
      </Button>
      <div className={s.list} id="merchants" popover="auto">
        <Choices merchant={merchant} first={first} />
      </div>
    </div>
  );
}

function Choices({ merchant, first }: { merchant: Merchant; first: Found }) {
  const trpc = useTRPC();
  const [typed, setTyped] = useState("");
  const search = useDeferredValue(typed.trim());
  const found = useQuery(
    trpc.acting.merchants.queryOptions({ search }, { enabled: search !== "", placeholderData: keepPreviousData }),
  );
  const { items, total } = search === "" ? first : (found.data ?? first);
  // The section of the present page: a payment's page does not exist for another merchant.
  const section = usePathname().split("/").slice(0, 3).join("/");
  return (
    <form method="post" action="/console/merchant" onKeyDown={moveByArrows}>
      <HiddenField name="to" value={section} />
      {first.total >= SEARCHED_FROM ? (
        <Input
          before={<Icon name="search" />}
          aria-label="Find a merchant"
          type="search"
          placeholder={`Find among ${first.total} merchants`}
          value={typed}
          maxLength={200}
          autoComplete="off"
          onChange={(event) => setTyped(event.currentTarget.value)}
          onKeyDown={(event) => {
            // Enter would press the first button of the form.
            if (event.key === "Enter") event.preventDefault();
          }}
        />
      ) : null}
      <ul>
        {items.map((each) => (
          <li key={each.id}>
            <Button
              look="plain"
              type="submit"
              name="merchant"
              value={each.id}
              aria-current={each.id === merchant.id ? "true" : undefined}
            >
              <Face merchant={each} />
            </Button>
          </li>
        ))}
      </ul>
      <p role="status">{formatCount(items.length, total, search)}</p>
      {merchant.acting === null ? null : (
        <Button look="plain" className={s.end} type="submit" name="merchant" value="">
          <Icon name="leave" />
          Stop acting
        </Button>
      )}
    </form>
  );
}

function formatCount(shown: number, total: number, search: string): string {
  if (total === 0) return `No merchant matches “${search}”.`;
  return shown < total ? `First ${shown} of ${total}. Type part of the name.` : "";
}

/** The arrow keys move between the search and the buttons. */
function moveByArrows(event: KeyboardEvent<HTMLFormElement>): void {
  if (event.key !== "ArrowDown" && event.key !== "ArrowUp") return;
  const stops = [...event.currentTarget.querySelectorAll<HTMLElement>("input[type=search], button")];
  const { activeElement } = document;
  const at = activeElement instanceof HTMLElement ? stops.indexOf(activeElement) : -1;
  const next = stops[(at + (event.key === "ArrowDown" ? 1 : stops.length - 1)) % stops.length];
  event.preventDefault();
  next?.focus();
}
