import type { ImportKind } from "@groundcrew/shared/imports";
import { IconFileImport } from "@tabler/icons-react";
import { buttonClass, Icon, PlainLink } from "../ui/index.ts";

type ImportLinkProps = { kind: ImportKind; type?: string };

/** Beside Download CSV, for admins: to the page that imports such a file. */
export function ImportLink({ kind, type = "atlas" }: ImportLinkProps) {
  return (
    <PlainLink
      className={buttonClass("plain", "icon")}
      aria-label="Import CSV"
      data-tooltip
      href={`/manage/import?kind=${kind}${type === "atlas" ? "" : `&type=${type}`}`}
    >
      <Icon icon={IconFileImport} />
    </PlainLink>
  );
}
