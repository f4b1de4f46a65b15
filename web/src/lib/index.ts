export { copyText } from "./copy-text.ts";
export { agoText, clockText, exactMoment, momentText } from "./moment.ts";
export { countText, wholeNumber } from "./numbers.ts";
export { csvName, saveCsv } from "./save-file.ts";
export { useForm, type Form, type Sent } from "./use-form.ts";
export { useMedia } from "./use-media.ts";
export { useNow } from "./use-now.ts";
export { useRefresh, type RefreshCause } from "./use-refresh.ts";
export { webAddress } from "./web-address.ts";
