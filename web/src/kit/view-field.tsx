import { builtInSettings, listSavedViews, type SavedView } from "@groundcrew/shared/saved-views";
import { defaultViewSettings, filterLabels, scopeFilters, stationsView } from "@groundcrew/shared/stations";
import { useConsole } from "../console/index.ts";
import { useServerData } from "../data/index.ts";
import { TextField } from "../ui/index.ts";

type ViewFieldProps = {
  /** What uses the view: `A rule`. */
  user: string;
  /** The settings of the view, or what was entered instead. */
  value: string;
  error?: string | undefined;
  onChange: (value: string) => void;
  onBlur: () => void;
};

/** A link to a view of the stations list. */
export function ViewField({ user, value, error, onChange, onBlur }: ViewFieldProps) {
  const labels = filterLabels(useConsole().brand);
  const { data: views } = useServerData(listSavedViews, {});
  const used = scopeFilters.map((name) => labels[name]).join(", ");
  return (
    <TextField
      label="Link to a View of the Stations List"
      hint={`Filter the list of stations, then copy the link to its view. ${user} uses its search, its type and these filters: ${used}.`}
      autoComplete="off"
      spellCheck={false}
      value={value}
      error={error ?? (value !== "" && viewInLink(`/?${value}`) === null ? "Paste a link with a filter." : undefined)}
      onChange={({ target }) => onChange(viewInLink(target.value, views) ?? target.value)}
      onBlur={onBlur}
    />
  );
}

/** The settings of a view in a link to the stations list, which may name a saved one; null for another text. */
export function viewInLink(text: string, views: readonly Pick<SavedView, "id" | "settings">[] = []): string | null {
  const link = URL.canParse(text, "http://list") ? new URL(text, "http://list") : null;
  const query = Object.fromEntries(link?.searchParams ?? []);
  const saved = views.find(({ id }) => String(id) === query["view"]);
  const base = saved?.settings ?? stationsView.write(builtInSettings(query["view"]) ?? defaultViewSettings);
  const settings = { ...base, ...stationsView.known(query) };
  return Object.keys(settings).length === 0 ? null : new URLSearchParams(settings).toString();
}
