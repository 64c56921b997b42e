/** 150 words a minute, for every model: how fast a meeting speaks. */
const MS_A_WORD = 400;

/** Words of a text: runs without white space. */
export function countWords(text: string): number {
  return text.match(/\S+/g)?.length ?? 0;
}

/** The instant when so many words, begun at an instant, are spoken. Both ISO 8601. */
export function afterWords(at: string, words: number): string {
  return words === 0 ? at : new Date(Date.parse(at) + words * MS_A_WORD).toISOString();
}
