import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from "@tanstack/react-router";
import { useLayoutEffect, useRef, type ReactNode } from "react";
import { defaultBrand } from "@groundcrew/shared/brand";
import type { ConsoleSettings } from "@groundcrew/shared/console";
import { consoleQuery } from "../src/console/index.ts";
import { UiProvider } from "../src/ui/index.ts";
import { buttons } from "./buttons.tsx";
import { notices, texts } from "./content.tsx";
import { dialogs } from "./dialogs.tsx";
import { fields } from "./fields.tsx";
import styles from "./gallery.module.css";
import { heads } from "./heads.tsx";
import { menus } from "./menus.tsx";
import type { GalleryPage } from "./page.tsx";
import { tables } from "./tables.tsx";

type Content = () => ReactNode;

/** What is shown at once, and the components in it. */
type Screen = { name: string; shows: readonly string[]; content: Content };

/** The screens of the gallery: each page, and what covers one. */
export const screens: readonly Screen[] = [buttons, fields, menus, heads, notices, texts, tables, dialogs].flatMap(
  screensOf,
);

function screensOf({ title, sections, alone = {}, opened = {} }: GalleryPage): Screen[] {
  const parts = Object.entries(sections);
  const page = { name: title, shows: parts.map(([name]) => name), content: () => <Page title={title} parts={parts} /> };
  const one = (name: string, content: Content) => ({ name, shows: [name.replace(/:.*/, "")], content });
  return [
    page,
    ...Object.entries<Content>(alone).map(([name, Content]) => one(name, () => <Content />)),
    ...Object.entries<Content>(opened).map(([name, Content]) =>
      one(name, () => <Opened title={name} content={<Content />} />),
    ),
  ];
}

type PageProps = { title: string; parts: readonly [string, () => ReactNode][] };

function Page({ title, parts }: PageProps) {
  return (
    <main className={`p-3 ${styles.page}`}>
      <h1>{title}</h1>
      {parts.map(([name, Section]) => (
        <section key={name} className={styles.section}>
          <h2>{name}</h2>
          <Section />
        </section>
      ))}
    </main>
  );
}

function Opened({ title, content }: { title: string; content: ReactNode }) {
  const main = useRef<HTMLElement>(null);
  useLayoutEffect(() => main.current?.querySelector("button")?.click(), []);
  return (
    <main ref={main} className={`p-3 ${styles.page}`}>
      <h1>{title}</h1>
      {content}
    </main>
  );
}

const SETTINGS: ConsoleSettings = {
  brand: defaultBrand,
  google_client_id: null,
  map_tiles: null,
  version: "1.0.0",
  build: null,
};

/** A screen with what the console provides around its pages. */
export function makeScreen(screen: Screen): ReactNode {
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  client.setQueryData(consoleQuery.queryKey, SETTINGS);
  const router = createRouter({
    routeTree: createRootRoute({ component: screen.content }),
    history: createMemoryHistory(),
  });
  return (
    <QueryClientProvider client={client}>
      <UiProvider>
        <RouterProvider router={router} />
      </UiProvider>
    </QueryClientProvider>
  );
}
