import type { Plugin } from "vite";

/** Options that the app's router does not have. */
const OPTIONS = [
  "additionalContext",
  "basepath",
  "defaultComponent",
  "defaultNotFoundComponent",
  "defaultOnCatch",
  "defaultRemountDeps",
  "defaultViewTransition",
  "disableGlobalCatchBoundary",
  "getScrollRestorationKey",
  "InnerWrap",
  "isShell",
  "notFoundRoute",
  "rewrite",
  "routeMasks",
  "scrollRestoration",
  "scrollRestorationBehavior",
  "scrollToTopSelectors",
  "ssr",
  "trailingSlash",
  "unmaskOnReload",
  "Wrap",
];

const READ = new RegExp(String.raw`\b(?:this|router)\.options\.(?:${OPTIONS.join("|")})\b(?! =[^=])`, "g");
const SET = new RegExp(String.raw`^    (?:${OPTIONS.join("|")})\b`, "m");
const LIBRARY = /\/@tanstack\/(?:react-)?router(?:-core)?\/dist\/esm\/[\w-]+\.js$/;
/** Restores how far pages are scrolled, if the option says so. */
const RESTORED = /force \?\? router\.options\.scrollRestoration|\bscroll\.e\b(?! =)/g;
/** How queries are read and written by default. The app says how. */
const QUERY = /\boptions\.(\w+Search) \?\? default\w+Search/g;

/** Leaves out what the router does for options that the app does not use. */
export function routerParts(): Plugin {
  return {
    name: "router-parts",
    apply: "build",
    enforce: "pre",
    transform(code, id) {
      if (id.endsWith("/web/src/routes.tsx") && SET.test(code))
        throw new Error("The build leaves out an option of the router.");
      if (!LIBRARY.test(id)) return null;
      const cut = code.replaceAll(RESTORED, "false").replaceAll(READ, "undefined").replaceAll(QUERY, "options.$1");
      return { code: cut, map: null };
    },
  };
}
