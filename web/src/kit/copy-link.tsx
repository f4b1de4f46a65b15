import { useRouter } from "@tanstack/react-router";
import { IconLink } from "@tabler/icons-react";
import { copyText } from "../lib/index.ts";
import { IconButton, toast } from "../ui/index.ts";

/** Copies a link to the page. */
export function CopyLink() {
  const { history } = useRouter();
  async function handleClick() {
    const link = `${window.location.origin}${history.location.href}`;
    if (await copyText(link)) toast("success", "Copied link to clipboard");
    else toast("danger", "This browser does not allow copying here. The link is in the address bar.");
  }
  return <IconButton icon={IconLink} label="Copy a link to this view" onClick={() => void handleClick()} />;
}
