import { z } from "zod";
import type { Interview, ScenarioStart } from "../../../engine/meeting/contract/protocol.ts";
import { BoardroomError } from "../../../errors.ts";
import { suggestion } from "../../../scenario/files/nearest.ts";
import { ROLE_FACTS, ROLES, type Role } from "../record/records.ts";
import { scheduleOf } from "../round/plan.ts";
import { type RoundsPlan, roundsTemplate, workedRounds } from "./template.ts";

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
    { flag: "--stress <round=role>", about: "a round without a role, or none (repeatable)", takes: "list" },
    { flag: "--stress-reason <reason>", about: "why fewer than three roles are stressed" },
  ],
  files: async (name, given, interview) =>
    isBrief(given)
      ? roundsTemplate(name, await askStages(interview, roundsFlags.parse(given)))
      : workedRounds(name),
  next: (name, given) => (isBrief(given) ? `fill in scenarios/${name}/brief.md` : null),
};

const roundsFlags = z.object({
  system: z.string().optional(),
  question: z.string().optional(),
  anchor: z.string().optional(),
  /** `action=nadia-okafor`, by role. */
  role: z.record(z.string(), z.string()).optional(),
  rounds: z.int().optional(),
  /** `5=critic`, by round; `none` for no stress at all. */
  stress: z.array(z.string()).optional(),
  stressReason: z.string().optional(),
});
type RoundsFlags = z.infer<typeof roundsFlags>;

const USUAL_ROUNDS = 13;

const STAGE_FLAGS = 6;

/** Without a terminal, every answer must be there as a flag. */
async function askStages(interview: Interview, flags: RoundsFlags): Promise<RoundsPlan> {
  refuseUnknownRoles(flags.role ?? {});
  const ask = asker(interview, flags);
  ask.say("Stage 1 of 3: what is asked");
  const system = flags.system ?? (await ask.text("system", "What is the deliberation about, in a few words?"));
  const question = flags.question ?? (await ask.text("question", "Which one question is it to answer?"));
  const anchor =
    flags.anchor ?? (await ask.text("anchor", "What do you build, and who is it for? One or two sentences."));
  const rounds = flags.rounds === undefined ? await askRounds(ask) : readRounds(String(flags.rounds));
  ask.say("Stage 2 of 3: who takes which role");
  const roles = await askRoles(interview, ask, flags);
  ask.say("Stage 3 of 3: the rounds");
  const stress = flags.stress ? readStress(flags.stress, rounds) : await askStress(ask, rounds);
  const stressReason = await challengeStress(ask, stress, flags);
  return { system, question, anchor, roles, rounds, stress, stressReason };
}

type Asker = {
  readonly isHeard: boolean;
  readonly say: (line: string) => void;
  readonly text: (flag: string, question: string, fallback?: string) => Promise<string>;
  /** Where `read` throws, its message is shown and the question asked again. */
  readonly read: <Read>(query: Query, read: (answer: string) => Read) => Promise<Read>;
};

type Query = {
  readonly flag: string;
  readonly question: string;
  readonly fallback?: string | undefined;
};

const TRIES = 3;

/** Questions go to stderr, so that stdout holds only what was created. */
function asker({ ask, say }: Interview, flags: RoundsFlags): Asker {
  async function read<Read>(query: Query, make: (answer: string) => Read): Promise<Read> {
    const { question, fallback } = query;
    if (!ask) throw missing(query, "There is no answer, and no terminal to ask at.");
    for (let tries = 0; tries < TRIES; tries++) {
      const answer = await ask(`${question}${fallback === undefined ? "" : ` [${fallback}]`} `);
      if (answer === null) throw missing(query, "The input ended before an answer.");
      const given = answer.trim() === "" ? fallback : answer.trim();
      if (given === undefined) continue;
      try {
        return make(given);
      } catch (error) {
        if (!(error instanceof BoardroomError)) throw error;
        say(error.message);
      }
    }
    throw missing(query, `Asked ${TRIES} times, it still has no usable answer.`);
  }
  return {
    isHeard: ask !== undefined,
    say: (line) => {
      if (ask && Object.keys(flags).length < STAGE_FLAGS) say(line);
    },
    text: (flag, question, fallback) => read({ flag, question, fallback }, (answer) => answer),
    read,
  };
}

function missing({ flag, question }: Query, why: string): BoardroomError {
  return new BoardroomError("usage", {
    message: `${question} ${why}`,
    remedy: `Give --${flag}; boardroom new --help lists the flags of --protocol rounds.`,
  });
}

async function askRounds(ask: Asker): Promise<number> {
  const question = "How many rounds: 8 at least, 13 usual, 16 to 20 extended?";
  return ask.read({ flag: "rounds", question, fallback: String(USUAL_ROUNDS) }, readRounds);
}

function readRounds(answer: string): number {
  if (/^\d{1,2}$/.test(answer) && Number(answer) >= 1 && Number(answer) <= 20) return Number(answer);
  throw new BoardroomError("usage", {
    message: `${JSON.stringify(answer)} is no number of rounds`,
    remedy: "Give one from 1 to 20.",
  });
}

async function askRoles(
  interview: Interview,
  ask: Asker,
  { role: given = {} }: RoundsFlags,
): Promise<RoundsPlan["roles"]> {
  const personas = await interview.personas();
  const known = personas.map(({ id }) => id);
  const chosen: Partial<Record<Role, string>> = {};
  const settle = (role: Role, id: string) => {
    chosen[role] = requireFree(id, known, Object.values(chosen));
  };
  for (const role of ROLES) if (given[role] !== undefined) settle(role, given[role]);
  const open = ROLES.filter((role) => given[role] === undefined);
  if (ask.isHeard && open.length > 0) interview.say(offer(personas));
  for (const role of open) {
    const question = `Which persona is the ${role} (${ROLE_FACTS[role].question})?`;
    await ask.read({ flag: `role ${role}=PERSONA`, question }, (id) => settle(role, id));
  }
  return chosen as RoundsPlan["roles"];
}

function offer(personas: Awaited<ReturnType<Interview["personas"]>>): string {
  const width = Math.max(...personas.map(({ id }) => id.length));
  const lines = personas.map(({ id, persona }) =>
    `  ${id.padEnd(width)}  ${persona ? `${persona.name}, ${persona.title}` : "cannot be read"}`.trimEnd(),
  );
  return `Personas:\n${lines.join("\n")}`;
}

function requireFree(id: string, known: readonly string[], taken: readonly string[]): string {
  if (!known.includes(id)) throw unknownPersona(id, known);
  if (!taken.includes(id)) return id;
  throw new BoardroomError("usage", {
    message: `${id} takes two roles`,
    remedy: "Give each role a different persona.",
  });
}

function refuseUnknownRoles(given: Readonly<Record<string, string>>): void {
  const strange = Object.keys(given).find((role) => !(ROLES as readonly string[]).includes(role));
  if (strange === undefined) return;
  throw new BoardroomError("usage", {
    message: `there is no role ${JSON.stringify(strange)}`,
    remedy: `Roles: ${ROLES.join(", ")}.`,
  });
}

function unknownPersona(id: string, known: readonly string[]): BoardroomError {
  return new BoardroomError("persona-not-found", {
    message: `there is no persona ${JSON.stringify(id)}`,
    remedy: suggestion(id, known, "Personas"),
  });
}

type AskedStress = RoundsPlan["stress"];

async function askStress(ask: Asker, rounds: number): Promise<AskedStress> {
  const usual = scheduleOf({ rounds }).map(({ round, absent }) => `${round}=${absent}`);
  const question = "Which rounds run without which role, such as 5=critic 10=guardian; or none?";
  const fallback = usual.length > 0 ? usual.join(" ") : "none";
  return ask.read({ flag: "stress", question, fallback }, (answer) => readStress(splitStress(answer), rounds));
}

function splitStress(answer: string): readonly string[] {
  return answer.split(/[\s,]+/).filter((entry) => entry !== "");
}

function readStress(entries: readonly string[], rounds: number): AskedStress {
  return entries
    .filter((entry) => entry !== "" && entry !== "none")
    .map((entry) => {
      const match = /^(\d{1,2})=(\w+)$/.exec(entry);
      const role = ROLES.find((each) => each === match?.[2]);
      const round = Number(match?.[1]);
      if (role !== undefined && round >= 1 && round <= rounds) return { round, absent: role };
      throw new BoardroomError("usage", {
        message: `${JSON.stringify(entry)} is no stress round`,
        remedy: `Write it like 5=critic, with a round from 1 to ${rounds} and one of ${ROLES.join(", ")}.`,
      });
    });
}

/** Fewer than three stressed roles need a reason, which goes on record. */
async function challengeStress(
  ask: Asker,
  stress: AskedStress,
  { stressReason }: RoundsFlags,
): Promise<string | null> {
  const stressed = new Set(stress.map(({ absent }) => absent)).size;
  if (stressed >= ROLES.length - 1) return stressReason ?? null;
  return (
    stressReason ??
    (await ask.text(
      "stress-reason",
      `Only ${stressed} of at least ${ROLES.length - 1} roles are stressed, so the meeting does not show which role matters most. Why?`,
    ))
  );
}
