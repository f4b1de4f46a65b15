import { useEffect, useEffectEvent, useState } from "react";
import { useQueryClient } from "@tanstack/react-query";
import type { EntryValues } from "./entry-values.ts";
import type { Writing } from "./use-log-changes.ts";

/**
 * What was written for an entry or reply and not sent yet. It outlives the form, so that a closed dialog or another tab
 * loses nothing, and ends with the session. `begin` is what a form shows that nobody has written in.
 */
export function useDraft({ station, replyTo }: Writing, begin: EntryValues) {
  const client = useQueryClient();
  const queryKey = ["support-log-draft", station, replyTo];
  const [initial] = useState(() => client.getQueryData<EntryValues>(queryKey) ?? begin);
  return {
    initial,
    keep: (values: EntryValues) => {
      client.setQueryDefaults(["support-log-draft"], { gcTime: Infinity });
      client.setQueryData(queryKey, values);
    },
    forget: () => client.removeQueries({ queryKey }),
  };
}

export type Draft = ReturnType<typeof useDraft>;

/** Keeps what is written as it changes. */
export function useKept({ content, status, tags }: EntryValues, { keep, forget }: Draft): void {
  const onChange = useEffectEvent((values: EntryValues) => {
    if (values.content === "" && values.tags === "") forget();
    else keep(values);
  });
  useEffect(() => onChange({ content, status, tags }), [content, status, tags]);
}
