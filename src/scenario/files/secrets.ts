// Finds keys and passwords in files that people share, and refuses them before a message can show
// them.

import { BoardroomError, type ErrorCode, type Problem } from "../../errors.ts";
import { describePath } from "./explain-issues.ts";
import { parseYaml, type YamlFile } from "./yaml-file.ts";

const SECRET_SHAPES: readonly (readonly [name: string, shape: RegExp])[] = [
  ["a private key", /-----BEGIN [A-Z ]*PRIVATE KEY-----/],
  [
    "an API key",
    /(?<![\p{L}\p{N}_-])(?:sk|pk|rk)[-_](?:(?=[A-Za-z_-]*\d)[A-Za-z0-9_-]{16,}|[A-Za-z0-9]{20,})/u,
  ],
  ["a Google API key", /(?<![\p{L}\p{N}_-])AIza[A-Za-z0-9_-]{30,}/u],
  [
    "a GitHub token",
    /(?<![\p{L}\p{N}_-])(?:gh[opsur]_[A-Za-z0-9]{20,}|github_pat_[A-Za-z0-9_]{20,})/u,
  ],
  ["a Slack token", /(?<![\p{L}\p{N}_-])xox[abeoprs]-[A-Za-z0-9-]{10,}/u],
  ["an AWS key", /(?<![\p{L}\p{N}_-])AKIA[A-Z0-9]{16}(?![A-Z0-9])/u],
  ["a bearer token", /\bBearer\s+[A-Za-z0-9._~+/-]{20,}/i],
  ["an address with a password", /:\/\/[^\s/:@]+:[^\s/@]+@/],
  ["a signed token", /(?<![\p{L}\p{N}_-])eyJ[A-Za-z0-9_-]{10,}\.eyJ[A-Za-z0-9_-]{10,}/u],
];

const SECRET_KEYS = new Set(
  "apikey secret clientsecret token accesstoken authtoken bearer password authorization".split(" "),
);
const ADDRESS_KEYS = new Set(["baseurl", "endpoint"]);

const REMEDY =
  "Put the key into an environment variable and name that variable in boardroom.yaml (providers: NAME: keyVariable). " +
  "Withdraw the key if this file was ever shared.";

type Suspect = { name: string; line: number; column: number };

export function findSuspects(text: string): Suspect[] {
  return text.split("\n").flatMap((line, index) => {
    for (const [name, shape] of SECRET_SHAPES) {
      const found = shape.exec(line);
      if (found) return [{ name, line: index + 1, column: found.index + 1 }];
    }
    return [];
  });
}

export function findSecrets(text: string, file: string): Problem[] {
  return findSuspects(text).map(({ name, line, column }) => ({
    place: { file, line, column },
    message: `this looks like ${name}, which is not allowed in this file`,
    remedy: REMEDY,
  }));
}

type SafeYaml = {
  file: string;
  text: string;
  code: ErrorCode;
  part?: string;
  isOwn?: boolean;
};

/** Refuses secrets before any message could show a part of the file. */
export function parseYamlWithoutSecrets({
  file,
  text,
  code,
  part = text,
  isOwn = false,
}: SafeYaml): YamlFile {
  const refuse = (problems: readonly Problem[]) => {
    if (problems.length > 0)
      throw new BoardroomError(isOwn ? code : "secret-in-scenario", problems);
  };
  refuse(findSecrets(text, file));
  const yaml = parseYaml({ file, text: part, code });
  refuse([...findSecretKeys(yaml), ...(isOwn ? [] : findAddressKeys(yaml))]);
  return yaml;
}

function findSecretKeys(yaml: YamlFile): Problem[] {
  return findKeys(yaml, SECRET_KEYS).map(({ path, place }) => ({
    place,
    message: `${describePath(path)} looks like a secret, which is not allowed in this file`,
    remedy: REMEDY,
  }));
}

/** In a shared file `baseURL` could send other people's keys elsewhere. */
function findAddressKeys(yaml: YamlFile): Problem[] {
  return findKeys(yaml, ADDRESS_KEYS).map(({ path, place }) => ({
    place,
    message: `${describePath(path)} is not allowed in a scenario or persona, which could send keys elsewhere`,
    remedy: "Set it in your own boardroom.yaml (providers: NAME: baseUrl).",
  }));
}

function findKeys(yaml: YamlFile, names: ReadonlySet<string>) {
  return listTextKeys(yaml.value, [])
    .filter(({ key }) => names.has(key.toLowerCase().replaceAll(/[\s_-]/g, "")))
    .map(({ path }) => ({ path, place: yaml.locateKey(path) }));
}

type TextKey = { path: readonly PropertyKey[]; key: string };

function listTextKeys(value: unknown, path: readonly PropertyKey[]): TextKey[] {
  if (typeof value !== "object" || value === null) return [];
  const entries: [PropertyKey, unknown][] = Array.isArray(value)
    ? [...value.entries()]
    : Object.entries(value);
  return entries.flatMap(([key, inner]) => {
    const place = [...path, key];
    if (typeof inner === "string" && typeof key === "string") return [{ path: place, key }];
    return listTextKeys(inner, place);
  });
}
