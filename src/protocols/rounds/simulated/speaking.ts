import { renderReply } from "../../../models/simulated/reply.ts";
import { atStart, type Point, type RoundsCase, type RoundsRole } from "./case.ts";
import { DISSENT, FURTHER, GAPS, LAST_WORDS, LINKS, PLANS, QUESTIONS, TURNS_ON, VIEWS } from "./phrases.ts";

/** A lead's proposal of 600 to 800 words, from the passages the round is about. */
export function writeProposal(round: RoundsCase, speaker: string): string {
  const { focus, strong, weak, how, wanted } = round;
  const cited = unique([how, strong, weak, ...(wanted ? [wanted] : []), ...rivals(round)]);
  const paragraphs = [
    opening(round),
    evidence(round),
    against(round),
    comparison(round),
    onRecord(round),
    tests(round),
    closing(round),
  ];
  const spare = [...focus.plain, ...focus.good, ...focus.bad].filter((point) => !cited.includes(point));
  const content = padded(paragraphs, spare, round);
  return renderReply({
    speaker,
    to: null,
    cited: cited.filter(isInDocument),
    stance: null,
    withdrawn: false,
    content,
  });
}

/** A supplement of 200 to 400 words from one role. */
export function writeSupplement(round: RoundsCase, speaker: string): string {
  const { focus, weak, strong, role } = round;
  const chance = round.draw("supplement");
  const point = chance.pick(focus.bad.length > 0 ? focus.bad : [weak]);
  const other = chance.pick(focus.plain.length > 0 ? focus.plain : [strong]);
  const paragraphs = [
    `${chance.pick(VIEWS[role])} ${line(point)} ${chance.pick(LINKS)} ${line(other)}`,
    `What the proposal leaves out, from where I sit, is ${chance.pick(GAPS[role]).replaceAll("{h}", point.handle).replaceAll("{v}", chance.pick(focus.variables)).replaceAll("{p}", chance.pick(focus.parts))} ${chance.pick(
      [
        `I say so because ${strong.handle} is easily taken for the whole of ${focus.prose}, and it is one line of it.`,
        `The lead rests on ${strong.handle}; I do not dispute it, I only want it tested where it is weakest.`,
        `It costs us one more test and spares us an argument later.`,
      ],
    )}`,
    `In my artefact I shall ${chance.pick(PLANS[role]).replaceAll("{h}", weak.handle).replaceAll("{v}", chance.pick(focus.variables)).replaceAll("{p}", chance.pick(focus.parts))} ${chance.pick(DISSENT).replaceAll("{h}", strong.handle).replaceAll("{f}", focus.prose)}`,
    `${chance.pick(TURNS_ON).replaceAll("{h}", other.handle).replaceAll("{w}", weak.handle).replaceAll("{f}", focus.prose)} ${recordLine(round)} ${chance.pick(LAST_WORDS)}`,
  ];
  return renderReply({
    speaker,
    to: null,
    cited: unique([point, other]).filter(isInDocument),
    stance: null,
    withdrawn: false,
    content: inSentences(paragraphs.join("\n\n")),
  });
}

function opening({ number, budget, focus, how, weak, role, draw }: RoundsCase): string {
  const chance = draw("opening");
  const first = chance.pick([
    `Round ${number} is about ${focus.prose}, and about one question: what becomes of it when ${weak.handle} is no longer an exception.`,
    `I propose that round ${number} stays with ${focus.prose} and asks whether ${how.handle} can carry what rests on it.`,
    `In round ${number} I should like us to take ${focus.prose} apart at a single place, ${how.handle}, and to leave everything else alone.`,
    `We have ${budget - number + 1} rounds left with this one. I want to spend it on ${focus.prose} and on ${weak.handle}, because nothing else in that paper decides as much.`,
  ]);
  return `${first} I lead it as the ${role}, so my own question comes first: ${QUESTIONS[role]} By the end of the round we should be able to say it in one sentence with a figure in it, or say plainly that the paper does not let us.`;
}

function evidence({ focus, how, strong, draw }: RoundsCase): string {
  const chance = draw("evidence");
  return `The paper describes the mechanism in line ${how.line}: "${how.quote}". ${chance.pick([
    `Everything that ${focus.prose} promises afterwards goes through that sentence, so it is worth walking through with a finger on each word.`,
    `I read it three times, and each time I found one more part that has to answer before the next can go on.`,
    `That is short, and it hides an order: something is written, something is sent, something is believed.`,
  ])} On the credit side stands line ${strong.line}: "${strong.quote}". ${chance.pick([
    `I take that as measured, not as promised, and I should like us to keep the two apart throughout the round.`,
    `It counts for what was seen and for no more.`,
    `Nobody in the room has doubted it so far, which is a reason to try.`,
  ])} If it holds under an attack that is aimed at it, we can rest the later rounds on it; if it does not, several of our decisions lose their ground at once.`;
}

function against({ focus, weak, draw }: RoundsCase): string {
  const chance = draw("against");
  return `Against it speaks line ${weak.line} of the same paper: "${weak.quote}". ${chance.pick([
    `The authors mention it in passing, and it may be the most important line they wrote.`,
    `It happened in the trial, with the people who built it standing by.`,
    `I do not know how often it would happen at full size, and neither does the paper.`,
  ])} ${chance.pick([
    `A failure of this kind is not measured by how long it lasts but by who notices it, and when.`,
    `What matters is whether it stays where it begins, or takes something with it that was never meant to depend on it.`,
    `There are two ways to live with it: to make it impossible, or to make it visible. The paper does neither so far.`,
  ])} I should like the round to separate the two questions that are mixed up here: whether ${focus.prose} can come into that state, and whether anybody would know.`;
}

function comparison(round: RoundsCase): string {
  const { wanted, focus, draw } = round;
  const chance = draw("comparison");
  const asked = wanted
    ? `What we hold it against stands in line ${wanted.line} of ${wanted.place}: "${wanted.quote}". That is a sentence with an edge, and ${focus.prose} is either on the right side of it or not.`
    : `What we hold it against is the anchor, and that leaves less room than it seems.`;
  const [rival] = rivals(round);
  const beside = rival
    ? `For comparison, ${rival.place} says in line ${rival.line}: "${rival.quote}". ${chance.pick([
        `I do not bring it up to change the subject; it shows that the same difficulty can be met at another place.`,
        `The two cannot both be right about where the difficulty belongs, and that is what makes them worth setting side by side.`,
        `It is the other half of the same trade, and whoever prefers one should say what they pay for it.`,
      ])}`
    : "";
  return `${asked} ${beside}`.trim();
}

function onRecord({ record, draw }: RoundsCase): string {
  const chance = draw("on-record");
  const decision = record.decisions.length > 0 ? chance.pick(record.decisions.slice(-5)) : null;
  const pending = record.claims.filter(({ status }) => status === "pending");
  const claim = pending.length > 0 ? chance.pick(pending.slice(-6)) : null;
  const tension = record.tensions[0];
  const parts = [
    decision
      ? `We stand on ${decision.id}: ${decision.text} Whoever contradicts it in this round should say so by its number.`
      : "Nothing is decided yet, so this round lays the first stone, and later rounds will hold us to it.",
    claim
      ? `Of the claims that still wait I would take up ${claim.id}: ${claim.text} One observation would settle it, and we are in a position to make it.`
      : "No claim is waiting for a test; that is comfortable, and it should make us suspicious of ourselves.",
    tension
      ? `${tension.id} is open as well: ${tension.text} I do not expect to close it today, but each artefact can say on which side it falls.`
      : "",
  ];
  return parts.filter((part) => part !== "").join(" ");
}

function tests({ focus, how, weak, absent, draw }: RoundsCase): string {
  const chance = draw("tests");
  const [x, y] = focus.parts as [string, string];
  const variable = chance.pick(focus.variables);
  const asks: Readonly<Record<RoundsRole, string>> = {
    action: `The action role traces one request through ${x} and ${y} and writes down ${variable} after every step, once as it should be and once with ${weak.handle} in the middle.`,
    guardian: `The guardian states one sentence about ${variable} that can turn out false, with a tolerance, and says who would measure it.`,
    observer: `The observer puts a named person in front of it on a bad day and counts the minutes until ${how.handle} works again.`,
    critic: `The critic attacks the moment between two entries, not the whole design, and says beforehand what ROBUST would look like.`,
  };
  const asked = (Object.keys(asks) as RoundsRole[])
    .filter((role) => !absent.includes(role))
    .map((role) => asks[role]);
  const missing =
    absent.length > 0
      ? ` We do without the ${absent.join(" and the ")} this time; what only that role could have seen, we leave blank instead of filling it in.`
      : "";
  return `What I ask of each role. ${asked.join(" ")}${missing}`;
}

function closing({ focus, weak, draw }: RoundsCase): string {
  const chance = draw("closing");
  return chance.pick([
    `If the checks come out BROKEN, I shall propose that ${focus.prose} is not costed again before ${weak.handle} is closed. If they hold, I shall propose to stop asking about it.`,
    `I have no wish to win this round. I want a line in the record that somebody in a year's time can read and act upon.`,
    `What would change my mind is simple: a state in which ${weak.handle} has happened and nobody has lost anything by it.`,
    `A result that surprises the role that produced it is worth more to me than four that confirm each other.`,
  ]);
}

function recordLine({ record, draw }: RoundsCase): string {
  const chance = draw("record-line");
  const decision = record.decisions.length > 0 ? chance.pick(record.decisions.slice(-4)) : null;
  return decision
    ? `I hold myself to ${decision.id} and shall name it where I depart from it.`
    : "Since nothing is decided yet, I shall keep my claims small enough to be tested by the next round.";
}

function line(point: Point): string {
  return `In ${point.place}, line ${point.line} says: "${point.quote}".`;
}

/** What the other candidates say that bears on the same difficulty. */
function rivals({ candidates, focus, draw }: RoundsCase): Point[] {
  const others = candidates.filter((each) => each !== focus).flatMap(({ good, bad }) => [...good, ...bad]);
  return others.length === 0 ? [] : [draw("rival").pick(others)];
}

/** Words of a proposal are kept between 600 and 800 by reading further lines of the same paper into it. */
function padded(paragraphs: readonly string[], spare: readonly Point[], { draw }: RoundsCase): string {
  const chance = draw("spare");
  const left = [...spare];
  const more: string[] = [];
  const count = () => [...paragraphs, ...more].join(" ").split(/\s+/).length;
  while (count() < 610 && left.length > 0) {
    const [point] = left.splice(Math.floor(chance.next() * left.length), 1);
    more.push(
      chance
        .pick(FURTHER)
        .replaceAll("{l}", `line ${point!.line}`)
        .replaceAll("{q}", point!.quote)
        .replace("{H}", atStart(point!.handle)),
    );
  }
  const at = paragraphs.length - 2;
  const reading =
    more.length === 0
      ? []
      : [
          `Three things more from the same pages. ${more.join(" ")}`.replace(
            "Three things more",
            more.length === 1 ? "One thing more" : "Some things more",
          ),
        ];
  return inSentences([...paragraphs.slice(0, at), ...reading, ...paragraphs.slice(at)].join("\n\n"));
}

function unique(points: readonly Point[]): Point[] {
  return points.filter((point, index) => points.findIndex(({ ref }) => ref === point.ref) === index);
}

function isInDocument({ ref }: Point): boolean {
  return ref.includes("#L");
}

/** `the failure of line 24` takes a capital where a sentence begins with it. */
function inSentences(text: string): string {
  return text.replace(/(^|[.!?]["”]?\s+)the (?=failure|result|step|question)/g, "$1The ");
}
