/** The one of most worth, the first of equals; undefined where nothing is worth anything. */
export function bestOf<Each>(list: Iterable<Each>, worth: (each: Each) => number): Each | undefined {
  let best: Each | undefined;
  let most = 0;
  for (const each of list) {
    const value = worth(each);
    if (value > most) [best, most] = [each, value];
  }
  return best;
}
