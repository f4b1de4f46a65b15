import type { Content } from "@groundcrew/shared/contract";
import { useSettled } from "../lib/index.ts";
import type { OtherEndpoint, QueryArgs } from "./api/index.ts";
import { useServerData } from "./use-server-data.ts";

/** A preview takes the server some work, so it waits until typing pauses. */
const TYPING_MS = 400;

/** The preview of a draft, which says nothing while it is about what was entered before; null is a draft that is not valid. */
export function usePreview<E extends OtherEndpoint>(
  endpoint: E,
  draft: string | null,
  argsOf: (draft: string) => QueryArgs<E>,
): { data: Content<E> | undefined; error: Error | null } {
  const settled = useSettled(draft, TYPING_MS);
  const { data, error } = useServerData(endpoint, settled === null ? null : argsOf(settled));
  return settled === draft ? { data, error } : { data: undefined, error: null };
}
