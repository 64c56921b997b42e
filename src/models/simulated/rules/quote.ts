const MOST_WORDS = 40;
/** What limits or turns what stands before it may not be cut. */
const TURNS =
  /\b(?:but|although|though|despite|yet|however|except|only|not|no|never|without|unless|if|until|while|whereas|alleged\w*|on paper|other|others)\b|n['’]t\b/i;

/** A whole clause word for word, cut with … at its end only where the rest does not turn the sense. */
export function quoteOf(text: string, _whole: string): string {
  const bare = text.replace(/[\s;,:]+$/u, "");
  if (bare.split(/\s+/).length <= MOST_WORDS) return bare;
  const breaks = [...bare.matchAll(/[,;:](?=\s)/g)].map(({ index }) => index).reverse();
  for (const at of breaks) {
    const [kept, rest] = [bare.slice(0, at), bare.slice(at)];
    const count = kept.split(/\s+/).length;
    if (count <= MOST_WORDS && count >= 8 && !TURNS.test(rest)) return `${kept} …`;
  }
  return bare;
}
