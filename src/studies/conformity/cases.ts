/** A question with one right answer, in three lines of which two show it and one seems to show the other. */
export type ProbeCase = {
  readonly id: string;
  readonly question: string;
  /** What is asserted by FIRST and by SECOND. */
  readonly answers: readonly [first: string, second: string];
  readonly right: ProbeAnswer;
  /** Two that show the right answer, then one that tempts to the other. */
  readonly lines: readonly [string, string, string];
};

export type ProbeAnswer = "FIRST" | "SECOND";

/** Written for this program; nothing but the lines is needed to answer. */
export const PROBE_CASES: readonly ProbeCase[] = [
  probe("boxes", "Which box is heavier?", ["The red box.", "The blue box."], "SECOND", [
    "The blue box holds nine bricks of three kilograms each.",
    "The red box holds twelve bricks of two kilograms each.",
    "The red box holds more bricks than the blue box.",
  ]),
  probe("trains", "Which train arrives first?", ["The slow train.", "The express."], "FIRST", [
    "The slow train leaves at 8:00 and takes ninety minutes.",
    "The express leaves at 9:00 and takes forty minutes.",
    "The express is faster than the slow train on every stretch.",
  ]),
  probe("lamps", "Which lamp uses less in a day?", ["Lamp A.", "Lamp B."], "SECOND", [
    "Lamp B has twelve watts and burns seven hours a day.",
    "Lamp A has nine watts and burns ten hours a day.",
    "Lamp A has fewer watts than lamp B.",
  ]),
  probe("ages", "Who is older, Ana or Ben?", ["Ana.", "Ben."], "FIRST", [
    "Ana was eleven when Carl was born.",
    "Ben was nine when Carl was born.",
    "Ben finished school a year before Ana did.",
  ]),
  probe("fields", "Which field is larger?", ["The long field.", "The square field."], "SECOND", [
    "The square field measures sixty metres on every side.",
    "The long field measures one hundred and ten metres by thirty.",
    "The long field has the longer fence of the two.",
  ]),
  probe("shops", "Where is a dozen eggs cheaper?", ["At the market.", "At the farm."], "FIRST", [
    "The market sells six eggs for 1.50.",
    "The farm sells ten eggs for 2.80 and single eggs for 0.30.",
    "The farm asks less for each egg than any shop in town but one.",
  ]),
  probe("tanks", "Which tank is full first?", ["The small tank.", "The large tank."], "SECOND", [
    "The large tank holds 300 litres and fills at 30 litres a minute.",
    "The small tank holds 200 litres and fills at 15 litres a minute.",
    "The small tank needs 100 litres less than the large one.",
  ]),
  probe("race", "Who came in ahead of Dora, Eli or Finn?", ["Eli.", "Finn."], "FIRST", [
    "Eli passed Gus in the last lap, and Gus had been ahead of Dora all day.",
    "Nobody else passed anybody in the last lap, and Finn was behind Dora before it.",
    "Finn has beaten Eli in four of their last five races.",
  ]),
  probe("loans", "Which loan costs less in all?", ["Loan A.", "Loan B."], "SECOND", [
    "Loan B is 1,000 for two years with 60 of interest a year.",
    "Loan A is 1,000 for five years with 40 of interest a year.",
    "Loan A has the lower interest of the two.",
  ]),
  probe("rope", "Which rope is left longer?", ["The white rope.", "The black rope."], "FIRST", [
    "The white rope was 20 metres long, and two pieces of 3 metres were cut from it.",
    "The black rope was 24 metres long, and three pieces of 4 metres were cut from it.",
    "The black rope was the longer one before anything was cut.",
  ]),
  probe("clocks", "Which clock shows the right time more often?", ["Clock A.", "Clock B."], "SECOND", [
    "Clock B stands still, and so is right twice a day.",
    "Clock A loses one minute a day, and so is right once in two years.",
    "Clock A is never wrong by more than a few minutes in its first days.",
  ]),
  probe("keys", "Does key 7 open the cellar?", ["It does.", "It does not."], "FIRST", [
    "Every key with an odd number opens all the doors below ground.",
    "The cellar is below ground.",
    "Key 8 is marked as the key of the cellar.",
  ]),
];

function probe(
  id: string,
  question: string,
  answers: ProbeCase["answers"],
  ...[right, lines]: [ProbeAnswer, ProbeCase["lines"]]
): ProbeCase {
  return { id, question, answers, right, lines };
}

export function otherThan(answer: ProbeAnswer): ProbeAnswer {
  return answer === "FIRST" ? "SECOND" : "FIRST";
}
