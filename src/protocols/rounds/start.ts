/**
 * How `boardroom new --protocol rounds` begins a scenario: from flags and questions, or as a worked
 * example.
 */

import { z } from "zod";
import type { Interview, ScenarioStart } from "../../engine/protocol/protocol.ts";
import { BoardroomError } from "../../errors.ts";
import { FILL_IN } from "../../scenario/documents/document-text.ts";
import { suggestNames } from "../../scenario/files/nearest.ts";
import type { ListedPersona } from "../../scenario/loading/load.ts";
import {
  renderScenarioTemplate,
  requireName,
  type TemplateFile,
} from "../../scenario/loading/template.ts";
import { planStress } from "./plan.ts";
import { ROLE_FACTS, ROLES, type Role } from "./records.ts";

function isBrief(given: Readonly<Record<string, unknown>>): boolean {
  return Object.keys(given).length > 0;
}

export const ROUNDS_START: ScenarioStart = {
  about: "asks for question, roles and rounds if one of its flags is given",
  flags: [
    { flag: "--system <words>", about: "what the deliberation is about" },
    { flag: "--question <question>", about: "the one question it answers" },
    { flag: "--anchor <sentence>", about: "what you build and who it is for" },
    { flag: "--role <role=persona>", about: "who takes a role (repeatable)", takes: "pairs" },
    { flag: "--rounds <count>", about: "how many, the synthesis included", takes: "count" },
  ],
  files: async (name, given, interview) =>
    isBrief(given)
      ? createTemplate(name, await askStages(interview, roundsFlags.parse(given)))
      : createWorkedTemplate(name),
  next: (name, given) => (isBrief(given) ? `fill in scenarios/${name}/brief.md` : null),
};

const roundsFlags = z.object({
  system: z.string().optional(),
  question: z.string().optional(),
  anchor: z.string().optional(),
  /** `action=nadia-okafor`, by role. */
  role: z.record(z.string(), z.string()).default({}),
  rounds: z.int().optional(),
});
type RoundsFlags = z.infer<typeof roundsFlags>;

/** Where `given` has no answer, the question is asked, again while `read` refuses the answer. */
type Query<Read> = {
  flag: string;
  given: string | undefined;
  question: string;
  fallback?: string;
  read: (answer: string) => Read;
};

/** Without a terminal, every answer must be there as a flag. */
async function askStages(interview: Interview, flags: RoundsFlags): Promise<RoundsPlan> {
  const askText = (flag: "system" | "question" | "anchor", question: string) =>
    askQuery(interview, { flag, given: flags[flag], question, read: (answer) => answer });
  refuseUnknownRoles(flags.role);
  if (interview.ask) interview.say("Stage 1 of 3: what is asked");
  const system = await askText("system", "What is the deliberation about, in a few words?");
  const question = await askText("question", "Which one question is it to answer?");
  const anchor = await askText(
    "anchor",
    "What do you build, and who is it for? One or two sentences.",
  );
  if (interview.ask) interview.say("Stage 2 of 3: who takes which role");
  const roles = await askRoles(interview, flags);
  if (interview.ask) interview.say("Stage 3 of 3: the rounds");
  const rounds = await askQuery(interview, {
    flag: "rounds",
    given: flags.rounds?.toString(),
    question: "How many rounds: 8 at least, 13 usual, 16 to 20 extended?",
    fallback: "13",
    read: readRounds,
  });
  return { system, question, anchor, roles, rounds };
}

const TRIES = 3;

/** Questions go to stderr, so that stdout holds only what was created. */
async function askQuery<Read>({ ask, say }: Interview, query: Query<Read>): Promise<Read> {
  const { flag, given, question, fallback, read } = query;
  const createMissingError = (why: string) =>
    new BoardroomError("usage", {
      message: `--${flag} is required: ${why}`,
      remedy: 'Add it. Run "boardroom help new" for details.',
    });
  if (given !== undefined) return read(given);
  if (!ask) throw createMissingError("there is no terminal to ask you");
  for (let tries = 0; tries < TRIES; tries++) {
    const answer = await ask(`${question}${fallback === undefined ? "" : ` [${fallback}]`} `);
    if (answer === null) throw createMissingError("the input ended before an answer");
    const text = answer.trim() || fallback;
    if (text === undefined) continue;
    try {
      return read(text);
    } catch (error) {
      if (!(error instanceof BoardroomError)) throw error;
      say(error.message);
    }
  }
  throw createMissingError(`no usable answer in ${TRIES} tries`);
}

function createUsageError(message: string, remedy: string): BoardroomError {
  return new BoardroomError("usage", { message, remedy });
}

/** From eight rounds on, each role has a round without it. */
function readRounds(answer: string): number {
  if (/^\d{1,2}$/.test(answer) && Number(answer) >= 8 && Number(answer) <= 20)
    return Number(answer);
  throw createUsageError(
    `invalid number of rounds ${JSON.stringify(answer)}`,
    "Use a number from 8 to 20.",
  );
}

async function askRoles(
  interview: Interview,
  { role: given }: RoundsFlags,
): Promise<RoundsPlan["roles"]> {
  const personas = await interview.personas();
  const chosen: Partial<Record<Role, string>> = {};
  const open = ROLES.filter((role) => given[role] === undefined);
  if (interview.ask && open.length > 0) interview.say(offer(personas));
  for (const role of [...ROLES.filter((each) => !open.includes(each)), ...open])
    chosen[role] = await askQuery(interview, {
      flag: `role ${role}=PERSONA`,
      given: given[role],
      question: `Which persona is the ${role} (${ROLE_FACTS[role].question})?`,
      read: (id) => requireFreePersona(id, personas, Object.values(chosen)),
    });
  return chosen as RoundsPlan["roles"];
}

type Personas = readonly ListedPersona[];

function offer(personas: Personas): string {
  const width = Math.max(...personas.map(({ id }) => id.length));
  const lines = personas.map(({ id, persona }) =>
    `  ${id.padEnd(width)}  ${persona ? `${persona.name}, ${persona.title}` : "cannot be read"}`.trimEnd(),
  );
  return `Personas:\n${lines.join("\n")}`;
}

function requireFreePersona(id: string, personas: Personas, taken: readonly string[]): string {
  const known = personas.map((each) => each.id);
  if (!known.includes(id))
    throw new BoardroomError("persona-not-found", {
      message: `persona ${JSON.stringify(id)} not found`,
      remedy: suggestNames(id, known, "Personas"),
    });
  if (!taken.includes(id)) return id;
  throw createUsageError(`${id} takes two roles`, "Give each role a different persona.");
}

function refuseUnknownRoles(given: Readonly<Record<string, string>>): void {
  const strange = Object.keys(given).find((role) => !(ROLES as readonly string[]).includes(role));
  if (strange !== undefined)
    throw createUsageError(
      `role ${JSON.stringify(strange)} not found`,
      `Roles: ${ROLES.join(", ")}.`,
    );
}

type RoundsPlan = {
  /** Such as `Order platform of the shops`. */
  system: string;
  question: string;
  anchor: string;
  roles: Readonly<Record<Role, string>>;
  rounds: number;
};

function createTemplate(name: string, plan: RoundsPlan): readonly TemplateFile[] {
  requireName(name);
  return [
    { path: `scenarios/${name}/scenario.yaml`, text: writeScenario(plan) },
    { path: `scenarios/${name}/brief.md`, text: writeBrief(plan) },
  ];
}

function createWorkedTemplate(name: string): readonly TemplateFile[] {
  return renderScenarioTemplate(name, "rounds", (text) =>
    text
      .replace("A board of five decides", "Four roles decide")
      .replace(/(\nprotocol: rounds\n)/, `$1${WORKED_OPTIONS}`)
      .replace(/\nmembers:\n(?: {2}- .*\n)+/, `\nmembers:\n${WORKED_MEMBERS}`)
      .replace(/\n {2}messages: \d+\n/, "\n  messages: 390\n"),
  );
}

const WORKED_ROLES = {
  action: "lisa-thompson",
  guardian: "james-kumar",
  observer: "michael-rodriguez",
  critic: "sarah-chen",
};
const WORKED_MEMBERS = Object.values(WORKED_ROLES)
  .map((id) => `  - ${id}\n`)
  .join("");
const WORKED_OPTIONS = `
options:
  # 8 at least to be useful, 13 usual. The last round doubles as the synthesis.
  rounds: 8
  roles:
${Object.entries(WORKED_ROLES)
  .map(([role, id]) => `    ${role}: ${id}\n`)
  .join("")}  # What you build and who it is for: drift is measured against this.
  anchor: A working week that the support team can keep up and that customers do not notice.
`;

function writeScenario({ system, question, anchor, roles, rounds }: RoundsPlan): string {
  const stress = planStress({ rounds }).map(
    ({ round, absent }) => `\n    - { round: ${round}, absent: ${absent} }`,
  );
  return `# yaml-language-server: $schema=../../schemas/scenario.schema.json
#
# A deliberation in rounds: four roles write artifacts that are checked against each other.
# See docs/explanation/protocols.md, section rounds. \`boardroom check\` names every mistake with its line.

title: ${quoteForYaml(system)}
question: ${quoteForYaml(question)}
protocol: rounds

options:
  # The last round doubles as the synthesis.
  rounds: ${rounds}
  roles:
    action: ${roles.action}
    guardian: ${roles.guardian}
    observer: ${roles.observer}
    critic: ${roles.critic}
  # What you build and who it is for: drift is measured against this.
  anchor: ${quoteForYaml(anchor)}
  # Rounds without one of the roles, to see what it carries.
  stress:${stress.join("")}

verdicts:
  - id: GO
    side: for
    meaning: It can be built without changes.
  - id: GO_WITH_CHANGES
    side: for
    meaning: It can be built once a named part is changed.
  - id: STOP
    side: against
    meaning: A weakness would remain that no change within reach removes.

documents:
  - file: brief.md
    title: Brief
    subject: true

members:
  - ${roles.action}
  - ${roles.guardian}
  - ${roles.observer}
  - ${roles.critic}

# A round takes about twelve messages and notices.
limits:
  messages: ${Math.max(100, rounds * 30)}
`;
}

function writeBrief({ system, question, anchor }: RoundsPlan): string {
  return `# Brief: ${system}

${question}

## How it works

${FILL_IN} what exists or is planned, part by part: what each part takes in, what it changes and what it gives out. Put names of quantities and parts in backticks, such as \`queue_depth\` and \`order-intake\`.]

## Arguments for it

${FILL_IN} measurements, trials and experience, one to a line.]

## Arguments against it

${FILL_IN} failures, limits and doubts, one to a line.]

## Requirements

${anchor}
`;
}

/** A double-quoted YAML string holds any text as JSON writes it. */
function quoteForYaml(value: string): string {
  return JSON.stringify(value);
}
