export function saying(text: string): boolean {
  const folded = text
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, " ")
    .trim();
  return folded !== "" && !NOTHING.test(folded);
}

const NOTHING =
  /^(?:none|no|nil|null|nothing|n a|na|not applicable|unknown|tbd|there (?:is|are) none|none (?:known|given|stated|remain(?:s|ing)?|to report|at all)|nothing (?:known|to report|remains|remaining)|no (?:minority|dissenting|differing|other) views?|no (?:minority|dissent|dissenters|uncertainty|evidence))$/;
