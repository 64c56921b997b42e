import { BoardroomError } from "../../../errors.ts";
import { FILL_IN } from "../../../scenario/documents/document-text.ts";
import { scenarioTemplate, type TemplateFile } from "../../../scenario/loading/template.ts";
import { idSchema } from "../../../scenario/schema/persona.ts";

export type RoundsPlan = {
  /** Such as `Order platform of the shops`. */
  readonly system: string;
  readonly question: string;
  readonly anchor: string;
  readonly roles: Readonly<Record<"action" | "guardian" | "observer" | "critic", string>>;
  readonly rounds: number;
  readonly stress: readonly { readonly round: number; readonly absent: string }[];
  readonly stressReason: string | null;
};

export function roundsTemplate(name: string, plan: RoundsPlan): readonly TemplateFile[] {
  if (!idSchema.safeParse(name).success) {
    throw new BoardroomError("usage", {
      message: `invalid name ${JSON.stringify(name)}`,
      remedy: "Use lowercase letters, digits and single hyphens, such as order-platform.",
    });
  }
  return [
    { path: `scenarios/${name}/scenario.yaml`, text: scenario(plan) },
    { path: `scenarios/${name}/brief.md`, text: brief(plan) },
  ];
}

export function workedRounds(name: string): readonly TemplateFile[] {
  return scenarioTemplate(name, "rounds", (text) =>
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
  rounds: 13
  roles:
${Object.entries(WORKED_ROLES)
  .map(([role, id]) => `    ${role}: ${id}\n`)
  .join("")}  # What you build and who it is for: drift is measured against this.
  anchor: A working week that the support team can keep up and that customers do not notice.
`;

function scenario({ system, question, anchor, roles, rounds, stress, stressReason }: RoundsPlan): string {
  const planned =
    stress.length === 0
      ? " []"
      : stress.map(({ round, absent }) => `\n    - { round: ${round}, absent: ${absent} }`).join("");
  return `# yaml-language-server: $schema=../../schemas/scenario.schema.json
#
# A deliberation in rounds: four roles write artefacts that are checked against each other.
# See docs/explanation/protocols.md, section rounds. \`boardroom check\` names every mistake with its line.

title: ${text(system)}
question: ${text(question)}
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
  anchor: ${text(anchor)}
  # Rounds without one of the roles, to see what it carries.
  stress:${planned}
${stressReason === null ? "" : `  stressReason: ${text(stressReason)}\n`}
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

function brief({ system, question, anchor }: RoundsPlan): string {
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
function text(value: string): string {
  return JSON.stringify(value);
}
