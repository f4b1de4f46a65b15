import { builtInSettings, listSavedViews, type SavedView } from "@groundcrew/shared/saved-views";
import { filterLabels, scopeFilters, stationsView } from "@groundcrew/shared/stations";
import { useState } from "react";
import { useConsole } from "../console/index.ts";
import { useServerData } from "../data/index.ts";
import { TextField } from "../ui/index.ts";

type ViewFieldProps = {
  /** The thing that uses the view: `A rule`. */
  user: string;
  /** The settings of the view, empty without one. */
  value: string;
  error?: string | undefined;
  onChange: (value: string) => void;
  onBlur: () => void;
};

/** A link to a view of the stations list. */
export function ViewField({ user, value, error, onChange, onBlur }: ViewFieldProps) {
  const labels = filterLabels(useConsole().brand);
  const { data: views } = useServerData(listSavedViews, {});
  // What was entered while it is no link to a view that the user sees.
  const [invalid, setInvalid] = useState("");
  const used = [...scopeFilters.map((name) => labels[name]), "Sites", "Tags"].join(", ");
  function enter(text: string): void {
    const found = viewInLink(text, views);
    const isValid = "settings" in found;
    setInvalid(isValid ? "" : text);
    onChange(isValid ? found.settings : "");
  }
  const text = value === "" ? invalid : value;
  const found = viewInLink(value === "" ? invalid : `/?${value}`, views);
  return (
    <TextField
      label="Link to a View of the Stations List"
      hint={`Filter the list of stations, then copy the link to its view. ${user} uses its search, its type and these filters: ${used}.`}
      autoComplete="off"
      spellCheck={false}
      value={text}
      error={text !== "" && "problem" in found ? found.problem : error}
      onChange={({ target }) => enter(target.value)}
      onBlur={() => {
        // Its view may have been loaded meanwhile.
        if (value === "" && invalid !== "") enter(invalid);
        onBlur();
      }}
    />
  );
}

/** The settings of the view in a link to the stations list, which may name a saved one of `views`, or what is wrong with the link. */
export function viewInLink(
  text: string,
  views: readonly Pick<SavedView, "id" | "settings">[] = [],
): { settings: string } | { problem: string } {
  const link = URL.canParse(text, "http://list") ? new URL(text, "http://list") : null;
  const query = Object.fromEntries(link?.searchParams ?? []);
  const builtIn = builtInSettings(query["view"]);
  const base = builtIn ? stationsView.write(builtIn) : views.find(({ id }) => String(id) === query["view"])?.settings;
  if (!base) return { problem: "You cannot see this view." };
  const settings = { ...base, ...stationsView.known(query) };
  if (Object.keys(settings).length === 0) return { problem: "Paste a link with a filter." };
  return { settings: new URLSearchParams(settings).toString() };
}
