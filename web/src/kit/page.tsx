import type { ReactNode } from "react";
import { IconArrowLeft, type Icon as TablerIcon } from "@tabler/icons-react";
import { Link, type LinkProps } from "@tanstack/react-router";
import { useConsole } from "../console/index.ts";
import { buttonClass, Heading, Icon, VisuallyHidden } from "../ui/index.ts";
import { hasContent, Loaded, type LoadedProps } from "./loaded.tsx";
import styles from "./kit.module.css";

type PageHeadProps = {
  /** The page in the title of the window. */
  name: string;
  /** The title on the page, if it is another one. */
  title?: ReactNode;
  /** True if only screen readers need a title. */
  hidesTitle?: boolean;
  /** The title in full, where it is cut or not plain text. */
  fullTitle?: string;
  /** A second line. */
  subtitle?: ReactNode;
  icon?: TablerIcon;
  /** The meaning of the icon. */
  iconLabel?: string;
  /** A link to the page above. */
  back?: ReactNode;
  /** Beside the title: the page's numbers. */
  figures?: ReactNode;
  /** At the right: what can be done on the page. */
  actions?: ReactNode;
};

/** The head of a page. In a narrow window its figures and actions have lines of their own. */
export function PageHead({ name, title = name, hidesTitle = false, back, figures, actions, ...rest }: PageHeadProps) {
  return (
    <>
      <WindowTitle name={name} />
      {hidesTitle ? (
        <h1>
          <VisuallyHidden>{title}</VisuallyHidden>
        </h1>
      ) : (
        <header className={`row wrap mb-2 ${styles.head}`}>
          <div className={`row gap-2 min-0 ${styles.title}`}>
            {back}
            <Heading level={1} title={title} {...rest} />
          </div>
          {figures}
          {actions && (
            <div className={`max-full row wrap gap-2 min-0 push-right justify-end ${styles.actions}`}>{actions}</div>
          )}
        </header>
      )}
    </>
  );
}

/** A link before the title to the page above. */
export function BackLink({ label, ...link }: Pick<LinkProps, "to" | "search" | "state"> & { label: string }) {
  return (
    <Link {...link} aria-label={label} title={label} className={buttonClass("quiet", "icon")}>
      <Icon icon={IconArrowLeft} />
    </Link>
  );
}

/** The title of the window. */
export function WindowTitle({ name }: { name: string }) {
  const { brand } = useConsole();
  return <title>{`${name} · ${brand.product}`}</title>;
}

/** The page of one thing, whose head is part of its content. `name` is the title of the window while there is no head. */
export function DetailPage<Data>({ name, ...loaded }: LoadedProps<Data> & { name: string }) {
  return (
    <>
      {!hasContent({ query: loaded.query, missing: loaded.missing }) && <WindowTitle name={name} />}
      <Loaded {...loaded} />
    </>
  );
}
