/** 150 words a minute, for every model. */
const MS_A_WORD = 400;

export function countWords(text: string): number {
  return text.match(/\S+/g)?.length ?? 0;
}

export function afterWords(at: string, words: number): string {
  return words === 0 ? at : new Date(Date.parse(at) + words * MS_A_WORD).toISOString();
}
