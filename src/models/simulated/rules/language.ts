/** Small words by which a language is known; those of several languages count for each. */
const SMALL_WORDS: Readonly<Record<string, string>> = {
  English:
    "the of and to in for with a is was on by from at as that it has had were which are been be this her his their an or not",
  German:
    "der die das und ist von mit für auf dem den des ein eine einer nicht zu im wurde seit bei aus als nach sich auch oder war hat wie zur zum über",
  French:
    "le la les des et est un une dans pour avec sur par du en qui au aux ne pas sont été plus ses son cette depuis",
  Spanish:
    "el la los las de y en que un una para con por del se su es al como más fue han desde sus entre años",
  Italian:
    "il la le gli di e in che un una per con del della dei è sono nel alla da si ha stato anni delle presso come",
  Dutch:
    "de het een en van in op met voor is te dat zijn bij naar niet aan door als ook werd heeft uit sinds over onder jaar",
  Portuguese:
    "o a os as de e em que um uma para com por do da dos das no na se é foi mais ao anos não desde pela pelo",
  Polish: "i w na z do się że jest nie od za przez oraz po dla są to jako był była lat roku ze przy pod",
};
/** What languages are known by whose texts are not told apart further. */
const OTHER = "a language that the rules do not read";
const LEAST_WORDS = 12;

const sets = new Map(Object.entries(SMALL_WORDS).map(([name, words]) => [name, new Set(words.split(" "))]));

/** The language of a text, where it is not English: `German`; null for English, and for too few words to tell. */
export function foreignLanguage(text: string): string | null {
  const letters = text.match(/\p{L}/gu) ?? [];
  const latin = letters.filter((letter) => /\p{Script=Latin}/u.test(letter)).length;
  if (letters.length >= LEAST_WORDS && latin < letters.length / 2) return OTHER;
  const words = text.toLowerCase().match(/\p{L}+/gu) ?? [];
  if (words.length < LEAST_WORDS) return null;
  const shares = [...sets].map(([name, set]) => ({
    name,
    share: words.filter((word) => set.has(word)).length / words.length,
  }));
  const english = shares.find(({ name }) => name === "English")!.share;
  const best = shares.reduce((most, each) => (each.share > most.share ? each : most));
  if (best.name !== "English" && best.share > 0.08 && best.share > 1.3 * english) return best.name;
  return words.length >= 40 && english < 0.03 ? OTHER : null;
}
