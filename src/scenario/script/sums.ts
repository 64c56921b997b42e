// Numbers in texts, and the sums that justify a member's own inference, such as
// "3.36 - 1.04 = 2.32".

/** The values in a text; a comma separates thousands. */
export function findNumbers(text: string): Set<number> {
  const found = text.match(/\d[\d.,]*\d|\d/g) ?? [];
  return new Set(found.map((each) => Number(each.replaceAll(",", ""))));
}

/** Numbers that need no source: units, months and the like. */
const PLAIN_NUMBERS = [1, 2, 3, 4, 10, 12, 100, 1000, 1_000_000];

/** A result may be rounded by this share. */
const ROUNDING = 0.01;

/** What is wrong with the sums: a number without a source, or a wrong result. */
export function checkSums(sums: readonly string[], known: ReadonlySet<number>): string[] {
  const allowed = new Set([...known, ...PLAIN_NUMBERS]);
  return sums.flatMap((sum) => {
    const [left = "", right = ""] = sum.split("=");
    const strange = [...findNumbers(left)].find((number) => !allowed.has(number));
    if (strange !== undefined) return [`the sum ${sum} has ${strange}, which is in no document`];
    const [stated = Number.NaN] = findNumbers(right);
    const result = evaluate(left);
    if (Math.abs(result - stated) <= ROUNDING * Math.abs(result)) return [];
    return [`the sum ${sum} is wrong: it is ${Number(result.toPrecision(4))}`];
  });
}

/** The value of a sum with + - * / and brackets; NaN if it cannot be read. */
function evaluate(sum: string): number {
  const tokens = sum.replaceAll(",", "").match(/[\d.]+|[-+*/()]/g) ?? [];
  let at = 0;
  const readTerm = (): number => {
    const token = tokens[at++];
    if (token !== "(") return Number(token);
    const value = readSum();
    at++;
    return value;
  };
  const readProduct = (): number => {
    let value = readTerm();
    while (tokens[at] === "*" || tokens[at] === "/") {
      const isTimes = tokens[at++] === "*";
      const factor = readTerm();
      value = isTimes ? value * factor : value / factor;
    }
    return value;
  };
  const readSum = (): number => {
    let value = readProduct();
    while (tokens[at] === "+" || tokens[at] === "-") {
      const isPlus = tokens[at++] === "+";
      const term = readProduct();
      value = isPlus ? value + term : value - term;
    }
    return value;
  };
  return readSum();
}
