// Before everything else, so that a style sheet replaces what these set.
import "@fontsource-variable/inter/index.css";
import "../src/ui/tokens.css";
import "../src/ui/base.css";
import "../src/ui/primitives.css";
import { createRoot } from "react-dom/client";
import { SchemeButton, UiProvider } from "../src/ui/index.ts";
import styles from "./gallery.module.css";
import { makeScreen, screens } from "./screens.tsx";

/*
 * The component gallery of `npm run dev`: /gallery lists its screens and shows one at three widths, each in a frame whose address has `frame`.
 */
const WIDTHS = [310, 640, 1440] as const;

const query = new URLSearchParams(location.search);
const frame = screens.find(({ name }) => name === query.get("frame"));
const chosen = screens.find(({ name }) => name === query.get("screen")) ?? screens[0];
const root = document.getElementById("root");
if (root) createRoot(root).render(frame ? makeScreen(frame) : <Gallery />);

function Gallery() {
  return (
    <UiProvider>
      <div className={styles.gallery}>
        <nav aria-label="Screens">
          <SchemeButton />
          {screens.map((screen) => (
            <a
              key={screen.name}
              href={`?screen=${encodeURIComponent(screen.name)}`}
              aria-current={screen === chosen ? "page" : undefined}
            >
              {screen.name}
            </a>
          ))}
        </nav>
        <main>
          {WIDTHS.map((width) => (
            // oxlint-disable-next-line react/iframe-missing-sandbox -- it is a page of the gallery
            <iframe
              key={width}
              title={`${chosen?.name} at ${width} px`}
              src={`?frame=${encodeURIComponent(chosen?.name ?? "")}`}
              width={width}
            />
          ))}
        </main>
      </div>
    </UiProvider>
  );
}
