import { useState, type KeyboardEvent } from "react";
import type { SessionUser } from "@groundcrew/shared/sessions";
import type { Station } from "@groundcrew/shared/stations";
import { recentItems, rememberItem } from "./recent.ts";
import { canDo, typedQuery, type Effect, type Item, type Section } from "./sections.ts";
import { useFirst } from "./use-first.ts";
import { listOf, useSections } from "./use-sections.tsx";

export type PaletteProps = { user: SessionUser; onEffect: (effect: Effect) => void; onClose: () => void };

/** The typed text, the items listed for it, the current one, and the handlers of keys and presses. */
export function usePalette({ user, onEffect, onClose }: PaletteProps) {
  const [text, setText] = useState("");
  const [actionsOn, setActionsOn] = useState<Station | null>(null);
  const [chosenId, setChosenId] = useState<string | null>(null);
  const results = useSections({ text, user, actionsOn });
  const { query } = typedQuery(text);
  const items = results.sections.flatMap((section) => section.items);
  // Stays when something else can be done, until something is typed.
  const firstId = useFirst(`${actionsOn?.name ?? ""} ${text}`, (items.find(canDo) ?? items[0])?.id);
  const itemOf = (id: string | null | undefined) => items.find((item) => item.id === id);
  const current = itemOf(chosenId) ?? itemOf(firstId) ?? items.find(canDo) ?? items[0];

  function type(typed: string): void {
    setText(typed);
    setChosenId(null);
  }
  function listActions(station: Station | null): void {
    setActionsOn(station);
    type("");
  }
  function press(item: Item | undefined, isNewTab = false): void {
    if (!item || !canDo(item)) return;
    const { effect } = item;
    if (effect.kind === "actions") return listActions(effect.station);
    if (effect.kind === "page") remember(user, item, effect.href);
    if (effect.kind === "page" && isNewTab) window.open(effect.href, "_blank", "noopener");
    else onEffect(effect);
  }
  function move(by: number): void {
    const index = current ? items.indexOf(current) + by : 0;
    setChosenId(items.at(index % items.length)?.id ?? null);
  }

  const station = current?.station ?? listedStation(results.sections);
  const keys: Readonly<Record<string, (event: KeyboardEvent) => void>> = {
    ArrowDown: () => move(1),
    ArrowUp: () => move(-1),
    Enter({ altKey, ctrlKey, metaKey }) {
      if (altKey && query !== "") onEffect({ kind: "page", href: listOf(query) });
      else press(current, ctrlKey || metaKey);
    },
    ...(station && { Tab: () => listActions(station) }),
    ...(text === "" && actionsOn && { Backspace: () => listActions(null) }),
  };
  function handleKey(event: KeyboardEvent): void {
    const act = keys[event.key];
    if (!act || event.nativeEvent.isComposing || (event.key === "Tab" && event.shiftKey)) return;
    event.preventDefault();
    act(event);
  }

  const leave = () => (actionsOn ? listActions(null) : onClose());
  return { user, text, query, items, current, ...results, type, press, handleKey, leave };
}

/** The station all of whose actions one of the items lists. */
function listedStation(sections: readonly Section[]): Station | undefined {
  const effects = sections.flatMap(({ items }) => items.map(({ effect }) => effect));
  return effects.find((effect) => effect.kind === "actions")?.station;
}

const KINDS = ["station", "page", "entry", "group", "alert", "rule"] as const;

function remember({ email }: SessionUser, { id, label, about = "" }: Item, href: string): void {
  // What is opened again keeps its kind, and becomes the latest.
  const before = recentItems(email).find((one) => one.href === href);
  const kind = KINDS.find((one) => id.startsWith(`${one} `)) ?? before?.kind;
  if (kind) rememberItem(email, { kind, href, label, about });
}
