import { escapeRegExp } from "../../text/plain.ts";
import type { LineMask } from "./mask-names.ts";

const WORD = String.raw`\p{Lu}[\p{L}'’&-]*`;
const SMALL = String.raw`(?:of|the|and|for|de|des|du|la|le|di|degli|della|del|der|zu|van|för|St\.)`;
const SCHOOLS = [
  String.raw`(?:(?:University|Imperial|King['’]s|Queen['’]s|Trinity|Queen\s+Mary)\s+College)\s+(?:London|Dublin|Cork|Galway|Belfast|Oxford|Cambridge)`,
  String.raw`(?:${WORD}\s+){0,3}(?:University|College|Polytechnic)(?:\s+(?:of|for|at)\s+(?:the\s+)?${WORD}(?:\s+(?:(?:and|of)\s+)?${WORD}){0,4}|,\s+(?:${WORD})(?=[\s,.;)]|$))?`,
  String.raw`(?:St\.\s+)?(?:${WORD}\s+){1,4}(?:(?:Grammar|High|Business|Law|Medical|Secondary|Primary|Comprehensive|Boarding)\s+)?(?:School|Academy|Institute\s+of\s+Technology)(?:\s+of\s+${WORD}(?:\s+(?:(?:and|of)\s+)?${WORD}){0,4})?`,
  String.raw`(?:School|Academy)\s+of\s+(?:the\s+)?${WORD}(?:\s+(?:and\s+)?${WORD}){0,3}`,
  String.raw`(?:Technische|Freie|Humboldt-?|Johannes|Ludwig-|Technical|Freie)?\s?(?:${WORD}[-\s])*(?:Universität|Hochschule|Fachhochschule|Gymnasium|Realschule|Gesamtschule|Oberschule|Grundschule|Berufsschule|Berufskolleg)(?:\s+(?:${SMALL}\s+)*${WORD}){0,3}`,
  String.raw`\p{Lu}[\p{L}-]*(?:gymnasium|universität|hochschule|schule|kolleg)(?:\s+(?:${SMALL}\s+)*${WORD}){0,2}`,
  String.raw`(?:Université|École|Ecole|Lycée|Universidad|Universidade|Università|Universiteit|Uniwersytet|Politechnika|Politecnico|Universitat)(?:\s+(?:${SMALL}\s+)*${WORD}){1,5}`,
  String.raw`(?:TU|FU|HU|FH|RWTH|ETH|KTH|LMU|KIT)\s+${WORD}|(?:MIT|ETH|EPFL|UCL|UCLA|LSE|NYU|Caltech|INSEAD|RWTH|TUM|LMU|KIT|IIT\s+${WORD}|Harvard|Stanford|Princeton|Yale|Oxford|Cambridge|Sorbonne|Sciences Po)`,
];
const SCHOOL = new RegExp(String.raw`(?<![\p{L}\p{N}-])(?:${SCHOOLS.join("|")})(?![\p{L}\p{N}])`, "gu");

/** The schools that texts name, in the order in which they come up. */
export function findSchools(texts: readonly string[]): string[] {
  const found = texts.flatMap((text) =>
    text.split("\n").flatMap((line) => [...line.matchAll(SCHOOL)].map(([name]) => name.trim())),
  );
  return [...new Set(found)].filter((name) =>
    /\s|^[A-Z]{2,}$|gymnasium|schule|universität|^(?:Harvard|Stanford|Princeton|Yale|Oxford|Cambridge|Sorbonne|Caltech)$/u.test(
      name,
    ),
  );
}

/** Puts a stable label in the place of each school: `[school A]`. */
export function maskSchools(schools: readonly string[]): LineMask {
  if (schools.length === 0) return (line) => line;
  const label = new Map(schools.map((name, index) => [name, `[school ${letterOf(index)}]`]));
  const longest = schools.toSorted((a, b) => b.length - a.length).map(escapeRegExp);
  const pattern = new RegExp(`(?<![\\p{L}\\p{N}-])(?:${longest.join("|")})(?![\\p{L}\\p{N}])`, "gu");
  return (line) => line.replaceAll(pattern, (name) => label.get(name) ?? name);
}

function letterOf(index: number): string {
  const letter = String.fromCharCode(65 + (index % 26));
  return index < 26 ? letter : `${String.fromCharCode(64 + Math.floor(index / 26))}${letter}`;
}
