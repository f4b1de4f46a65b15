import { useRouter } from "@tanstack/react-router";
import { IconLink } from "@tabler/icons-react";
import { copyText } from "../lib/index.ts";
import { type FocusedRow, IconButton, toast, usePageKeys } from "../ui/index.ts";

/** Copies a link to the page, or what `href` returns, also with L while the focus is in no row. */
export function CopyLink({ href }: { href?: (() => string) | undefined }) {
  const { history } = useRouter();
  const copy = () => copyLink(`${window.location.origin}${href?.() ?? history.location.href}`);
  usePageKeys({ l: () => (document.activeElement?.closest("[data-key]") ? false : void copy()) });
  return <IconButton icon={IconLink} label="Copy a link to this view" onClick={() => void copy()} />;
}

/** The action of L in a list: copies the first link of the focused row to a page of the console. */
export function copyRowLink(row: FocusedRow | null): boolean {
  const link = row?.element.querySelector<HTMLAnchorElement>('a[href^="/"]');
  if (!link) return false;
  void copyLink(link.href);
  return true;
}

async function copyLink(link: string): Promise<void> {
  if (await copyText(link)) toast("success", "Copied link to clipboard");
  else toast("danger", `This browser does not allow copying here. The link is ${link}`);
}
