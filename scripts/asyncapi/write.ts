import { fileURLToPath } from "node:url";
import { writeDocuments } from "./documents.ts";

writeDocuments(fileURLToPath(new URL("../../docs", import.meta.url)));
