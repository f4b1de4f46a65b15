import type { ReactNode } from "react";
import { useConsole } from "../console/index.ts";
import { Mark } from "../ui/index.ts";
import styles from "./public-page.module.css";

type PublicPageProps = {
  /** The page's title in the browser; its heading by default. */
  name?: string;
  title: string;
  subtitle: string;
  children: ReactNode;
};

/** The layout of pages that need no login. */
export function PublicPage({ title, name = title, subtitle, children }: PublicPageProps) {
  const { brand } = useConsole();
  return (
    <main className={styles.page}>
      <title>{`${name} · ${brand.product}`}</title>
      <section className={styles.box}>
        <div className={styles.brand}>
          <Mark />
          {brand.product}
        </div>
        <h1 className={styles.title}>{title}</h1>
        <p className={styles.subtitle}>{subtitle}</p>
        {children}
      </section>
    </main>
  );
}
