import type { Node, Pair, parseDocument } from "yaml";
import type { z } from "zod";
import { BoardroomError, type ErrorCode, type Place, type Problem } from "../../errors.ts";
import { loadYaml } from "../../text/parsers.ts";
import { explainIssues } from "./explain-issues.ts";
import { inFileOrder } from "./findings.ts";

export type YamlFile = {
  readonly file: string;
  readonly value: unknown;
  /** Where the value at a path stands, or else the nearest thing around it. */
  readonly placeOf: (path: readonly PropertyKey[]) => Place;
  readonly placeOfKey: (path: readonly PropertyKey[]) => Place;
};

type YamlSource = { readonly file: string; readonly text: string; readonly code: ErrorCode };

type YamlDocument = ReturnType<typeof parseDocument>;

/** Reads YAML 1.2: no duplicate keys, no tags that run or build anything, no alias bombs, no cycles. */
export function parseYaml({ file, text, code }: YamlSource): YamlFile {
  const { LineCounter, parseDocument: parse } = loadYaml();
  const lines = new LineCounter();
  const document = parse(text, { lineCounter: lines, prettyErrors: false, schema: "core", logLevel: "silent" });
  const place = (offset: number): Place => {
    const { line, col } = lines.linePos(offset);
    return { file, line: Math.max(1, line), column: Math.max(1, col) };
  };
  const problems = syntaxProblems(document, place);
  if (problems.length > 0) throw new BoardroomError(code, problems);
  return {
    file,
    value: plainValue(document, place, code),
    placeOf: (path) => place(offsetOf(document, path, "value")),
    placeOfKey: (path) => place(offsetOf(document, path, "key")),
  };
}

export function validate<Schema extends z.ZodType>(
  yaml: YamlFile,
  schema: Schema,
  code: ErrorCode,
): z.infer<Schema> {
  const checked = schema.safeParse(yaml.value);
  if (checked.success) return checked.data;
  throw new BoardroomError(code, problemsWith(yaml, schema, checked.error));
}

export function problemsOf(yaml: YamlFile, schema: z.ZodType): Problem[] {
  const checked = schema.safeParse(yaml.value);
  return checked.success ? [] : problemsWith(yaml, schema, checked.error);
}

function problemsWith(yaml: YamlFile, schema: z.ZodType, { issues }: z.ZodError): Problem[] {
  const problems = explainIssues(issues, schema, yaml.value).map(
    ({ path, onKey, message, remedy }): Problem => {
      const place = onKey ? yaml.placeOfKey(path) : yaml.placeOf(path);
      return remedy === undefined ? { place, message } : { place, message, remedy };
    },
  );
  return inFileOrder(problems);
}

function plainValue(document: YamlDocument, place: (offset: number) => Place, code: ErrorCode): unknown {
  let first: { readonly name: string; readonly offset: number } | null = null;
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

function offsetOf(document: YamlDocument, path: readonly PropertyKey[], of: "key" | "value"): number {
  const { isAlias } = loadYaml();
  let node = document.contents as Node | null;
  let offset = node?.range?.[0] ?? 0;
  for (const [index, key] of path.entries()) {
    if (isAlias(node)) node = node.resolve(document) ?? null;
    const next = childOf(node, key);
    if (!next) return offset;
    const isLast = index === path.length - 1;
    offset = (isLast && of === "key" ? next.key : (next.value ?? next.key)) ?? offset;
    node = next.node;
  }
  return offset;
}

type Child = {
  readonly key?: number | undefined;
  readonly value?: number | undefined;
  readonly node: Node | null;
};

function childOf(node: Node | null, key: PropertyKey): Child | undefined {
  const { isMap, isScalar, isSeq } = loadYaml();
  if (isMap(node)) {
    const pair = node.items.find((item) => isScalar(item.key) && String(item.key.value) === String(key)) as
      | Pair<Node, Node | null>
      | undefined;
    if (!pair) return undefined;
    const empty = isScalar(pair.value) && pair.value.value === null;
    return { key: pair.key.range?.[0], value: empty ? undefined : pair.value?.range?.[0], node: pair.value };
  }
  if (!isSeq(node) || typeof key !== "number") return undefined;
  const item = node.items[key] as Node | undefined;
  return item && { key: item.range?.[0], value: item.range?.[0], node: item };
}

const MOST_SYNTAX_ERRORS = 5;

function syntaxProblems(document: YamlDocument, place: (offset: number) => Place): Problem[] {
  const seen = new Set<string>();
  const problems: Problem[] = [];
  for (const error of [...document.errors, ...document.warnings]) {
    const text = syntaxMessage(error.code, error.message);
    if (seen.has(text.message) || problems.length === MOST_SYNTAX_ERRORS) continue;
    seen.add(text.message);
    problems.push({ place: place(error.pos[0]), ...text });
  }
  return problems;
}

function syntaxMessage(code: string, message: string): { readonly message: string; readonly remedy: string } {
  switch (code) {
    case "DUPLICATE_KEY":
      return { message: "this key is in the mapping twice", remedy: "Keep one of the two." };
    case "TAG_RESOLVE_FAILED":
      return {
        message: "YAML tags such as !!js/function are refused",
        remedy: "Write the value without a tag.",
      };
    case "MULTIPLE_DOCS":
      return { message: "a second YAML document begins here", remedy: "Keep one document in one file." };
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
      return { message: `not valid YAML: ${message}`, remedy: "Correct the YAML here or on the line above." };
  }
}
