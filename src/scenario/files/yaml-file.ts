// Parses YAML that anyone may have written, and finds the line of a value for error messages.

import type { Node, Pair, parseDocument, YAMLMap } from "yaml";
import type { z } from "zod";
import {
  BoardroomError,
  type ErrorCode,
  MOST_PROBLEMS,
  type Place,
  type Problem,
} from "../../errors.ts";
import { MOST_DEPTH, TOO_DEEP } from "../../text/json-in.ts";
import { loadYaml } from "../../text/parsers.ts";
import { explainIssues } from "./explain-issues.ts";
import { sortByPlace } from "./findings.ts";

export type YamlFile = {
  file: string;
  value: unknown;
  /** Where the value at a path stands, or else the nearest thing around it. */
  locate: (path: readonly PropertyKey[]) => Place;
  locateKey: (path: readonly PropertyKey[]) => Place;
};

type YamlSource = { file: string; text: string; code: ErrorCode };

type YamlDocument = ReturnType<typeof parseDocument>;

/** Reads YAML 1.2: no duplicate keys, no tags that run or build anything, no alias bombs, no cycles. */
export function parseYaml({ file, text, code }: YamlSource): YamlFile {
  const { LineCounter, parseDocument: parse } = loadYaml();
  const lines = new LineCounter();
  const place = (offset: number): Place => {
    const { line, col } = lines.linePos(offset);
    return { file, line: Math.max(1, line), column: Math.max(1, col) };
  };
  const end = findEnd({ file, text, code });
  // Its own check of keys compares each with all others.
  const uniqueKeys = false;
  const options = {
    lineCounter: lines,
    prettyErrors: false,
    schema: "core",
    logLevel: "silent",
    uniqueKeys,
  } as const;
  const document = parse(text.slice(0, end), options);
  const problems = [...listSyntaxProblems(document, place), ...findRepeatedKey(document, place)];
  if (problems.length > 0) throw new BoardroomError(code, problems);
  return {
    file,
    value: toPlainValue(document, place, code),
    locate: (path) => place(findOffset(document, path, "value")),
    locateKey: (path) => place(findOffset(document, path, "key")),
  };
}

/**
 * Finds where to stop reading: after more errors than are shown, because each one slows the parser down. Refuses depth:
 * composing a deep value exhausts the stack, in a way that can end the process. The parser itself keeps a list.
 */
function findEnd({ file, text, code }: YamlSource): number {
  const { Lexer, LineCounter, Parser } = loadYaml();
  const lines = new LineCounter();
  lines.addNewLine(0);
  const parser = new Parser(lines.addNewLine);
  let errors = 0;
  for (const lexeme of new Lexer().lex(text)) {
    for (const token of parser.next(lexeme)) if (token.type === "error") errors += 1;
    if (errors > MOST_PROBLEMS) return parser.offset;
    if (parser.stack.length <= MOST_DEPTH) continue;
    const { line } = lines.linePos(parser.offset);
    throw new BoardroomError(code, {
      place: { file, line },
      message: TOO_DEEP,
      remedy: "Flatten it.",
    });
  }
  return text.length;
}

function findRepeatedKey(document: YamlDocument, place: (offset: number) => Place): Problem[] {
  const { isScalar, visit } = loadYaml();
  const problems: Problem[] = [];
  visit(document, {
    Map(_key, { items }) {
      const seen = new Set<unknown>();
      const again = items.find(
        ({ key }) => isScalar(key) && seen.size === seen.add(key.value).size,
      );
      if (again === undefined) return undefined;
      const [offset = 0] = (again.key as Node).range ?? [];
      problems.push({ place: place(offset), ...describeSyntaxError("DUPLICATE_KEY", "") });
      return visit.BREAK;
    },
  });
  return problems;
}

export function validate<Schema extends z.ZodType>(
  yaml: YamlFile,
  schema: Schema,
  code: ErrorCode,
): z.infer<Schema> {
  const checked = schema.safeParse(yaml.value);
  if (checked.success) return checked.data;
  throw new BoardroomError(code, toProblems(yaml, schema, checked.error));
}

export function findProblems(yaml: YamlFile, schema: z.ZodType): Problem[] {
  const checked = schema.safeParse(yaml.value);
  return checked.success ? [] : toProblems(yaml, schema, checked.error);
}

function toProblems(yaml: YamlFile, schema: z.ZodType, { issues }: z.ZodError): Problem[] {
  const problems = explainIssues(issues, schema, yaml.value).map(
    ({ path, onKey, message, remedy, more }): Problem => {
      if (more !== undefined) return { message, more };
      const place = onKey ? yaml.locateKey(path) : yaml.locate(path);
      return remedy === undefined ? { place, message } : { place, message, remedy };
    },
  );
  return sortByPlace(problems);
}

function toPlainValue(
  document: YamlDocument,
  place: (offset: number) => Place,
  code: ErrorCode,
): unknown {
  let first: { name: string; offset: number } | null = null;
  const { visit } = loadYaml();
  visit(document, {
    Alias(_key, node) {
      const isKnown = node.resolve(document) !== undefined;
      if (first === null || !isKnown) first = { name: node.source, offset: node.range?.[0] ?? 0 };
      return isKnown ? undefined : visit.BREAK;
    },
  });
  try {
    const value: unknown = document.toJS({ maxAliasCount: 100 });
    JSON.stringify(value);
    return value;
  } catch {
    const { name, offset } = first ?? { name: "", offset: 0 };
    throw new BoardroomError(code, {
      place: place(offset),
      message: `alias *${name} has no anchor above it, contains itself or multiplies`,
      remedy: `Put the value in quotation marks if the asterisk belongs to it. Otherwise write it out.`,
    });
  }
}

function findOffset(
  document: YamlDocument,
  path: readonly PropertyKey[],
  of: "key" | "value",
): number {
  const { isAlias } = loadYaml();
  let node = document.contents as Node | null;
  let offset = node?.range?.[0] ?? 0;
  for (const [index, key] of path.entries()) {
    if (isAlias(node)) node = node.resolve(document) ?? null;
    const next = findChild(node, key);
    if (!next) return offset;
    const isLast = index === path.length - 1;
    offset = (isLast && of === "key" ? next.key : (next.value ?? next.key)) ?? offset;
    node = next.node;
  }
  return offset;
}

type Child = {
  key?: number | undefined;
  value?: number | undefined;
  node: Node | null;
};

function findChild(node: Node | null, key: PropertyKey): Child | undefined {
  const { isMap, isScalar, isSeq } = loadYaml();
  if (isMap(node)) {
    const pair = indexPairs(node).get(String(key));
    if (!pair) return undefined;
    const empty = isScalar(pair.value) && pair.value.value === null;
    return {
      key: pair.key.range?.[0],
      value: empty ? undefined : pair.value?.range?.[0],
      node: pair.value,
    };
  }
  if (!isSeq(node) || typeof key !== "number") return undefined;
  const item = node.items[key] as Node | undefined;
  return item && { key: item.range?.[0], value: item.range?.[0], node: item };
}

const pairsByKey = new WeakMap<YAMLMap, ReadonlyMap<string, Pair<Node, Node | null>>>();

function indexPairs(map: YAMLMap): ReadonlyMap<string, Pair<Node, Node | null>> {
  const { isScalar } = loadYaml();
  const known =
    pairsByKey.get(map) ??
    new Map(
      (map.items as Pair<Node, Node | null>[]).flatMap((pair) =>
        isScalar(pair.key) ? [[String(pair.key.value), pair] as const] : [],
      ),
    );
  pairsByKey.set(map, known);
  return known;
}

const MOST_SYNTAX_ERRORS = 5;

function listSyntaxProblems(document: YamlDocument, place: (offset: number) => Place): Problem[] {
  const seen = new Set<string>();
  const problems: Problem[] = [];
  for (const error of [...document.errors, ...document.warnings]) {
    const text = describeSyntaxError(error.code, error.message);
    if (seen.has(text.message) || problems.length === MOST_SYNTAX_ERRORS) continue;
    seen.add(text.message);
    problems.push({ place: place(error.pos[0]), ...text });
  }
  return problems;
}

function describeSyntaxError(code: string, message: string): { message: string; remedy: string } {
  switch (code) {
    case "DUPLICATE_KEY":
      return { message: "this key is in the mapping twice", remedy: "Keep one of the two." };
    case "TAG_RESOLVE_FAILED":
      return {
        message: "YAML tags such as !!js/function are refused",
        remedy: "Write the value without a tag.",
      };
    case "MULTIPLE_DOCS":
      return {
        message: "a second YAML document begins here",
        remedy: "Keep one document in one file.",
      };
    case "TAB_AS_INDENT":
      return { message: "indented with a tab", remedy: "YAML allows only spaces there." };
    case "BAD_INDENT":
    case "MISSING_CHAR":
      return {
        message: "a bracket, a quotation mark or a colon is missing, or the indentation is wrong",
        remedy: "Check this line and the lines above.",
      };
    case "RESOURCE_EXHAUSTION":
      return { message: "nested too deeply", remedy: "Flatten it." };
    default:
      return {
        message: `not valid YAML: ${message}`,
        remedy: "Correct the YAML here or on the line above.",
      };
  }
}
