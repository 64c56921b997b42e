import type { Scenario } from "../../scenario/schema/scenario.ts";

const kept = new WeakMap<object, ReadonlySet<string>>();

export function knownWords(scenario: Scenario): ReadonlySet<string> {
  const known = kept.get(scenario);
  if (known) return known;
  const { title, question, context = "", verdicts, criteria, documents, private: own = [] } = scenario;
  const texts = [
    ...[title, question, context],
    ...verdicts.flatMap(({ id, meaning = "" }) => [id, meaning]),
    ...criteria.flatMap(({ name, question: asked = "" }) => [name, asked]),
    ...[...documents, ...own].flatMap((document) => [document.title, document.text]),
  ];
  const words = new Set(texts.flatMap((text) => text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []));
  kept.set(scenario, words);
  return words;
}
