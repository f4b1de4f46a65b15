export { learnServerBuild, pageBuild, serverBuild, useServerBuild } from "./build.ts";
export { draftOf, DraftOwner, clearDrafts, onDraftsCleared, type StoredDraft } from "./drafts.ts";
export { copyText, csvName, saveCsv } from "./export.ts";
export { agoText, asOfText, clockText, exactMoment, momentText, countText, wholeNumber } from "./format.ts";
export { randomToken } from "./random-token.ts";
export { hasUnsavedInput, useForm, type Form, type FormKey, type SubmittedForm } from "./use-form.ts";
export { useMedia } from "./use-media.ts";
export { useRefresh } from "./use-refresh.ts";
export { webAddress } from "./web-address.ts";
