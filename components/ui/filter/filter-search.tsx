import { useRouter } from "next/navigation";
import { type FormEvent, useEffect, useId, useRef, useTransition } from "react";
import { HiddenField, Input } from "../fields";
import { Icon } from "../icons";
import table from "../table.module.css";
import ui from "../ui.module.css";
import s from "./filter.module.css";
import { addressOf, MAX_TEXT_LENGTH } from "./filter-address";

type FilterSearchProps = {
  /** The page's path. Its parameters are `keep`, and the typed text as `q`. */
  path: string;
  keep: Record<string, string | readonly string[] | undefined>;
  value: string | undefined;
  /** "Search payments" */
  label: string;
  placeholder: string;
  /** Gets the typed text after a pause. */
  onSearch?: (text: string) => void;
};

/** The pause in typing after which a list is searched, and the fewest letters. */
const PAUSE_MS = 150;
const MIN_TYPED = 2;

/**
 * The search of a list: a form, sent by Enter, so it works without script. With `onSearch` it searches as the user types,
 * and Enter opens the first row.
 */
export function FilterSearch({ path, keep, value, label, placeholder, onSearch }: FilterSearchProps) {
  const hintId = useId();
  const router = useRouter();
  const [isSearching, startSearch] = useTransition();
  const input = useRef<HTMLInputElement>(null);
  const timer = useRef<number>(undefined);
  const applied = useRef(value ?? "");
  useEffect(() => {
    // Changed by a link, and not by typing.
    if (input.current && (value ?? "") !== applied.current) input.current.value = value ?? "";
    applied.current = value ?? "";
  }, [value]);
  const apply = (text: string) => {
    window.clearTimeout(timer.current);
    if (text === applied.current) return false;
    applied.current = text;
    onSearch?.(text);
    return true;
  };
  const type = (text: string) => {
    window.clearTimeout(timer.current);
    if (text.length === 0 || text.length >= MIN_TYPED) timer.current = window.setTimeout(() => apply(text), PAUSE_MS);
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!onSearch) {
      const address = addressOf(path, { ...keep, q: input.current?.value.trim() || undefined });
      return startSearch(() => router.push(address));
    }
    if (apply(input.current?.value.trim() ?? "")) return;
    // On a touch screen the key means that typing is done: it puts the keyboard away.
    if (window.matchMedia("(pointer: coarse)").matches) input.current?.blur();
    else document.querySelector<HTMLElement>(`main tbody .${CSS.escape(table["row"] ?? "")}`)?.click();
  };
  return (
    <form className={s.search} action={path} onSubmit={submit} aria-busy={isSearching}>
      {Object.entries(keep).flatMap(([name, given]) =>
        (given === undefined ? [] : [given].flat()).map((one) => (
          <HiddenField key={`${name} ${one}`} name={name} value={one} />
        )),
      )}
      <Input
        ref={input}
        type="search"
        name="q"
        defaultValue={value}
        aria-label={label}
        aria-describedby={hintId}
        placeholder={placeholder}
        maxLength={MAX_TEXT_LENGTH}
        autoComplete="off"
        spellCheck={false}
        data-list-search=""
        onChange={onSearch ? ({ target }) => type(target.value.trim()) : undefined}
        before={<Icon name="search" />}
        after={
          <>
            {onSearch ? null : <EnterHint isSearching={isSearching} />}
            <span className={ui.hidden} id={hintId}>
              {onSearch ? "Results change as you type. Enter opens the first." : "Press Enter to search."}
            </span>
          </>
        }
      />
    </form>
  );
}

function EnterHint({ isSearching }: { isSearching: boolean }) {
  return (
    <i className={s.enter} aria-hidden="true">
      {isSearching ? "Searching…" : "Enter"}
    </i>
  );
}
