import { filterLabels, scopeFilters } from "@groundcrew/shared/stations";
import { useConsole } from "../console/index.ts";
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
  const used = scopeFilters.map((name) => labels[name]).join(", ");
  return (
    <TextField
      label="Link to a View of the Stations List"
      hint={`Filter the list of stations, then copy the link to its view. ${user} uses its search, its type and these filters: ${used}.`}
      autoComplete="off"
      spellCheck={false}
      value={value}
      error={error ?? (value !== "" && viewInLink(`/?${value}`) === null ? "Paste a link with a filter." : undefined)}
      onChange={({ target }) => onChange(viewInLink(target.value) ?? target.value)}
      onBlur={onBlur}
    />
  );
}

/** The settings of a view in a copied link to the stations list; null for another text. */
export function viewInLink(text: string): string | null {
  const link = URL.canParse(text, "http://list") ? new URL(text, "http://list") : null;
  const settings = [...(link?.searchParams ?? [])].filter(([key]) => key.startsWith("stations-"));
  return settings.length === 0 ? null : new URLSearchParams(settings).toString();
}
