import { useQueryClient } from "@tanstack/react-query";
import { createSupportLogTag, type NewTag } from "@groundcrew/shared/support-log";
import { call, sentenceOf, useWrite } from "../../api/index.ts";
import type { SubmittedForm } from "../../lib/index.ts";
import { toast } from "../../ui/index.ts";
import { tagsQuery } from "../use-log.ts";

/** Creates a tag or an alias, then resets the form. */
export function useNewTag(form: SubmittedForm<{ name: string }>) {
  const client = useQueryClient();
  return useWrite({
    form,
    run: (body: NewTag, once) => call(createSupportLogTag, { body }, once),
    onSuccess: ({ status }) => {
      toast("success", status === 201 ? "Created new support log tag" : "Created new alias");
      form.reset();
      return client.invalidateQueries({ queryKey: tagsQuery.queryKey });
    },
    onError: (error) => toast("danger", "The tag was not created.", sentenceOf(error)),
  });
}
