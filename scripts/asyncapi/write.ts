import { writeFileSync } from "node:fs";
import { DOCUMENTS, textOf } from "./documents.ts";

for (const { file, content } of DOCUMENTS)
  writeFileSync(new URL(`../../docs/${file}`, import.meta.url), textOf(content));
