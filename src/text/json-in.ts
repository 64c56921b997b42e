/** The whole reply, else the last code fence, the last object, or the outermost braces. */
export function parseJson(text: string): unknown {
  const fences = [...text.matchAll(/```(?:json)?[^\S\n]*\n([\s\S]*?)```/g)].map(([, fenced = ""]) => fenced);
  const braces = text.slice(text.indexOf("{"), text.lastIndexOf("}") + 1);
  for (const candidate of [text, ...fences.reverse(), lastObject(text), braces]) {
    try {
      return JSON.parse(candidate);
    } catch {
      // The next candidate may fit.
    }
  }
  return undefined;
}

function lastObject(text: string): string {
  return objectsIn(text).at(-1) ?? "";
}

/** Each pair of outermost braces, as text. */
export function objectsIn(text: string): readonly string[] {
  const found: string[] = [];
  let depth = 0;
  let start = 0;
  let isQuoted = false;
  for (let at = 0; at < text.length; at++) {
    const sign = text[at];
    if (isQuoted && sign === "\\") at += 1;
    else if (depth > 0 && sign === '"') isQuoted = !isQuoted;
    else if (!isQuoted && sign === "{" && depth++ === 0) start = at;
    else if (!isQuoted && sign === "}" && depth > 0 && --depth === 0) found.push(text.slice(start, at + 1));
  }
  return found;
}

export function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
