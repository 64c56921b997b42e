/**
 * Makes a protocol from its definition: reads its options from the scenario, fills in defaults, and
 * finds settings of the prompt that the protocol does not support.
 */

import { z } from "zod";
import { BoardroomError } from "../../errors.ts";
import { explainIssues } from "../../scenario/files/explain-issues.ts";
import type { Scenario } from "../../scenario/schema/scenario.ts";
import { OPEN_TABLE } from "../perspective/meeting-rules.ts";
import type { ExpectedCalls, Protocol, ProtocolDefinition, Warning } from "./protocol.ts";

type None = Readonly<Record<never, never>>;

type With<Options> = ProtocolDefinition<Options> & { options: z.ZodType<Options> };
type Without = ProtocolDefinition<None> & { options?: undefined };

/**
 * Defines a protocol. The types of its options come from their schema; without a schema there are
 * no options.
 *
 * @example
 * ```ts
 * export default defineProtocol({
 *   name: "one-round",
 *   version: 1,
 *   summary: "Each member speaks once.",
 *   async run(floor) {
 *     for (const speaker of listActiveMembers(floor.state))
 *       await floor.turn(speaker, { kind: "floor", text: "State your case." });
 *     await runBallot(floor, "closing");
 *     return decide(floor.state);
 *   },
 * });
 * ```
 */
export function defineProtocol<Schema extends z.ZodType>(
  definition: ProtocolDefinition<z.infer<Schema>> & { options: Schema },
): Protocol;
export function defineProtocol(definition: Without): Protocol;
export function defineProtocol<Options>(definition: With<Options> | Without): Protocol {
  return definition.options === undefined
    ? createProtocol({ ...definition, options: z.strictObject({}) })
    : createProtocol(definition);
}

function createProtocol<Options>({
  options,
  run,
  sheet,
  agents = () => [],
  people = () => [],
  expectedCalls = (_, scenario) => estimateCalls(scenario),
  quorum = (_, { members }) => Math.ceil(members.length / 2),
  rules = () => OPEN_TABLE,
  check = () => [],
  ...described
}: With<Options>): Protocol {
  const read = createOptionsReader(options);
  return {
    ...described,
    options,
    findSheet({ options: stated, question }) {
      const { data } = read(stated);
      return (data !== undefined && sheet?.(data, { question })) || null;
    },
    bind(scenario) {
      const { data, error } = read(scenario.options);
      if (error) throw createOptionsError({ ...described, options }, scenario, error);
      return {
        listAgents: () => agents(data, scenario),
        listPeople: () => people(data),
        plan: () => expectedCalls(data, scenario),
        quorum: () => quorum(data, scenario),
        getRules: () => rules(data, scenario),
        listWarnings: () => [
          ...checkVisibility(described, scenario),
          ...checkControl(described, scenario),
          ...check(data, scenario),
        ],
        run: (floor) => run(floor, data),
      };
    },
  };
}

/** Hiding verdicts needs verdicts stated one by one, and a view of each member's own. */
function checkVisibility(
  { name, untilVerdict }: Pick<Protocol, "name" | "untilVerdict">,
  { prompt: { visibility, view } }: Scenario,
): readonly Warning[] {
  if (visibility !== "until-verdict") return [];
  const mistake = (message: string): Warning => ({
    level: "mistake",
    path: ["prompt", "visibility"],
    message,
    remedy: "Use visibility: open or sealed.",
  });
  if (untilVerdict !== true)
    return [mistake(`the ${name} protocol does not support visibility: until-verdict`)];
  return view === "shared"
    ? [
        mistake(
          "view: shared shows all members one history, and visibility: until-verdict shows each its own",
        ),
      ]
    : [];
}

/** If instructions quote members, a control of the view hides too little. */
function checkControl(
  { name, quotesNobody }: Pick<Protocol, "name" | "quotesNobody">,
  { prompt: { control, view, visibility }, members }: Scenario,
): readonly Warning[] {
  if (control === undefined) return [];
  const mistake = (message: string, remedy: string): Warning => ({
    level: "mistake",
    path: ["prompt", "control"],
    message,
    remedy,
  });
  if (!quotesNobody) {
    const message = `the ${name} protocol quotes members in its instructions, which control: ${control} cannot hide`;
    return [
      mistake(
        message,
        "Run controls with the board protocol, or with a custom protocol that has quotesNobody.",
      ),
    ];
  }
  if (view === "shared")
    return [
      mistake("view: shared shows all members one history", "Take another view for a control."),
    ];
  if (control === "stances" && (visibility === "sealed" || visibility === "until-verdict"))
    return [
      mistake(
        `control: stances shows verdicts, and visibility: ${visibility} hides them`,
        "Leave one out.",
      ),
    ];
  const person = members.find(({ model }) => model.startsWith("human:"));
  if (person === undefined) return [];
  const message = `${person.id} is a person, who is shown what the others say`;
  return [mistake(message, "Give that seat a model, or run the meeting without a control.")];
}

function createOptionsReader<Options>(schema: z.ZodType<Options>) {
  const known = new WeakMap<object, z.ZodSafeParseResult<Options>>();
  return (stated: object): z.ZodSafeParseResult<Options> => {
    const result = known.get(stated) ?? schema.safeParse(stated);
    known.set(stated, result);
    return result;
  };
}

function createOptionsError(
  { name, builtIn, options }: Pick<Protocol, "name" | "builtIn" | "options">,
  scenario: Pick<Scenario, "name" | "options">,
  error: z.ZodError,
): BoardroomError {
  const written = { options: scenario.options };
  const issues = error.issues.map((issue) => ({ ...issue, path: ["options", ...issue.path] }));
  const where = builtIn
    ? "are listed in docs/explanation/protocols.md"
    : "are defined by its schema";
  return new BoardroomError(
    "scenario-invalid",
    explainIssues(issues, z.looseObject({ options }), written).map(
      ({ message, remedy, path, more }) => ({
        place: { file: scenario.name },
        path,
        message,
        remedy: remedy ?? `The options of the ${name} protocol ${where}.`,
        more,
      }),
    ),
  );
}

function estimateCalls({ members, limits }: Scenario): ExpectedCalls {
  return { low: 2 * members.length, high: limits.messages + 2 * members.length };
}
