import type { Problem } from "../errors.ts";
import { describePath } from "./explain-issues.ts";
import type { YamlFile } from "./yaml-file.ts";

const SECRET_SHAPES: readonly (readonly [name: string, shape: RegExp])[] = [
  ["a private key", /-----BEGIN [A-Z ]*PRIVATE KEY-----/],
  ["an API key", /(?<![\p{L}\p{N}_-])(?:sk|pk|rk)[-_](?=[A-Za-z_-]*\d)[A-Za-z0-9_-]{16,}/u],
  ["a Google API key", /(?<![\p{L}\p{N}_-])AIza[A-Za-z0-9_-]{30,}/u],
  ["a GitHub token", /(?<![\p{L}\p{N}_-])(?:gh[opsur]_[A-Za-z0-9]{20,}|github_pat_[A-Za-z0-9_]{20,})/u],
  ["a Slack token", /(?<![\p{L}\p{N}_-])xox[abeoprs]-[A-Za-z0-9-]{10,}/u],
  ["an AWS key", /(?<![\p{L}\p{N}_-])AKIA[A-Z0-9]{16}(?![A-Z0-9])/u],
  ["a bearer token", /\bBearer\s+[A-Za-z0-9._~+/-]{20,}/i],
  ["a signed token", /(?<![\p{L}\p{N}_-])eyJ[A-Za-z0-9_-]{10,}\.eyJ[A-Za-z0-9_-]{10,}/u],
];

const SECRET_KEYS = new Set(
  "apikey secret clientsecret token accesstoken authtoken bearer password authorization".split(" "),
);
const PLACE_KEYS = new Set(["baseurl", "endpoint"]);

const REMEDY =
  "Put the key into an environment variable and name that variable in boardroom.yaml (providers: NAME: keyEnv). " +
  "Withdraw the key if this file was ever shared.";

/** Lines that hold what looks like a secret. The secret itself is in no message. */
export function findSecrets(text: string, file: string): Problem[] {
  return text.split("\n").flatMap((line, index) => {
    for (const [name, shape] of SECRET_SHAPES) {
      const found = shape.exec(line);
      if (!found) continue;
      const place = { file, line: index + 1, column: found.index + 1 };
      return [
        { place, message: `this looks like ${name}, which no scenario or persona may hold`, remedy: REMEDY },
      ];
    }
    return [];
  });
}

/** Keys such as `api_key` and `baseURL` with a text as value, at any depth. The value is in no message. */
export function findSecretKeys(yaml: YamlFile): Problem[] {
  return textKeys(yaml.value, []).flatMap(({ path, key }) => {
    const place = yaml.placeOfKey(path);
    const name = key.toLowerCase().replaceAll(/[\s_-]/g, "");
    if (SECRET_KEYS.has(name)) {
      return [
        { place, message: `${describePath(path)} may not stand in a scenario or persona`, remedy: REMEDY },
      ];
    }
    if (!PLACE_KEYS.has(name)) return [];
    const remedy =
      "Set it in boardroom.yaml (providers: NAME: baseURL), so that a scenario cannot redirect keys.";
    return [{ place, message: `${describePath(path)} may not stand in a scenario or persona`, remedy }];
  });
}

type TextKey = { readonly path: readonly PropertyKey[]; readonly key: string };

function textKeys(value: unknown, path: readonly PropertyKey[]): TextKey[] {
  if (typeof value !== "object" || value === null) return [];
  const entries: [PropertyKey, unknown][] = Array.isArray(value) ? [...value.entries()] : Object.entries(value);
  return entries.flatMap(([key, inner]) => {
    const here = [...path, key];
    if (typeof inner === "string" && typeof key === "string") return [{ path: here, key }];
    return textKeys(inner, here);
  });
}
