import { parseAst } from "vitest/node";

/** A small change of a program that makes it wrong, if it is of any use: the text between two places is replaced. */
export type Mutant = { start: number; end: number; text: string };

type Node = { type: string; start: number; end: number } & Record<string, unknown>;

/** Each operator with those that take its place: the limit is moved, or the condition is turned around. */
const OPERATORS: Readonly<Record<string, readonly string[]>> = {
  "===": ["!=="],
  "!==": ["==="],
  "<": ["<=", ">="],
  "<=": ["<", ">"],
  ">": [">=", "<="],
  ">=": [">", "<"],
  "&&": ["||"],
  "||": ["&&"],
  "??": ["&&"],
  "+": ["-"],
  "-": ["+"],
  "*": ["/"],
  "/": ["*"],
};

/** What does not decide anything: types, imports, and texts that people read, which tests need not repeat. */
const SKIPPED = /^(TS|Import|Export(All|Named)Declaration$)/;
/** TypeScript's expressions have their value in `expression`. */
const TYPED = /^TS(As|Satisfies|NonNull)Expression$/;

/** All mutants of a TypeScript source, in the order of their places. */
export function mutantsOf(source: string): Mutant[] {
  const found: Mutant[] = [];
  visit(asNode(parseAst(source, { lang: "ts", astType: "ts" })), (node) => {
    const { start, end } = node;
    for (const text of replacements(node, source)) found.push({ start, end, text });
  });
  return found
    .filter(({ start, end, text }) => source.slice(start, end) !== text)
    .toSorted((one, other) => one.start - other.start || one.end - other.end);
}

/** What takes the place of a node. */
function replacements(node: Node, source: string): string[] {
  const textOf = (part: unknown) => {
    const { start, end } = asNode(part);
    return source.slice(start, end);
  };
  switch (node.type) {
    case "BinaryExpression":
    case "LogicalExpression": {
      const others = OPERATORS[String(node["operator"])] ?? [];
      return others.map((operator) => `(${textOf(node["left"])}) ${operator} (${textOf(node["right"])})`);
    }
    case "UnaryExpression":
      return node["operator"] === "!" ? [textOf(node["argument"])] : [];
    case "IfStatement":
    case "ConditionalExpression": {
      const { start, end } = asNode(node["test"]);
      const [before, after] = [source.slice(node.start, start), source.slice(end, node.end)];
      return ["true", "false"].map((value) => `${before}${value}${after}`);
    }
    case "Literal":
      if (typeof node["value"] === "boolean") return [String(!node["value"])];
      return typeof node["value"] === "number" ? [String(node["value"] + 1)] : [];
    case "ExpressionStatement":
      return isCall(node["expression"]) ? [";"] : [];
    case "ArrayExpression":
      return Array.isArray(node["elements"]) && node["elements"].length > 0 ? ["[]"] : [];
    case "ArrowFunctionExpression":
      return node["expression"] === true ? [`${source.slice(node.start, asNode(node["body"]).start)}undefined`] : [];
    case "ReturnStatement":
      return node["argument"] ? ["return undefined;"] : [];
    default:
      return [];
  }
}

function isCall(value: unknown): boolean {
  const node = asNode(value);
  return node.type === "CallExpression" || (node.type === "AwaitExpression" && isCall(node["argument"]));
}

function visit(node: Node, see: (node: Node) => void): void {
  if (SKIPPED.test(node.type) && !TYPED.test(node.type) && node.type !== "ExportNamedDeclaration") return;
  see(node);
  for (const [name, value] of Object.entries(node)) {
    if (name === "typeAnnotation" || name === "returnType") continue;
    for (const part of Array.isArray(value) ? value : [value]) if (isNode(part)) visit(part, see);
  }
}

function isNode(value: unknown): value is Node {
  return typeof value === "object" && value !== null && "type" in value && "start" in value;
}

function asNode(value: unknown): Node {
  if (!isNode(value)) throw new Error("This is not a part of a program.");
  return value;
}
