import { pageValue, usePageValue } from "../page/index.ts";

const newest = pageValue<string | null>(() => null);

/** The id of the build that this page is from, as the server noted in the page; null on the development server. */
export function pageBuild(): string | null {
  const id = document.querySelector('meta[name="build"]')?.getAttribute("content") ?? "";
  return id === "" || id === PLACEHOLDER ? null : id;
}

/** The id of a page that no server has filled in. */
const PLACEHOLDER = "__BUILD__";

/** Records the id of the build that the server serves now, from the header of a response. */
export function learnServerBuild(id: string | null): void {
  if (id !== null) newest.set(id);
}

/** The id of the build that the server serves now; null until it is known. */
export function serverBuild(): string | null {
  return newest.get();
}

/** The same, up to date while a component is shown. */
export function useServerBuild(): string | null {
  return usePageValue(newest);
}
