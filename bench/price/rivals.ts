// Other ways to decide on the same papers, over the same provider. Their prompts follow what these programs send, in words of
// our own; the lengths of their replies are assumptions.

import type { Scenario } from "../../src/scenario/schema/scenario.ts";
import type { PromptBody } from "./provider.ts";

/** Words of a reply. */
const LENGTHS = {
  memo: 650,
  alone: 250,
  answer: 400,
  ranking: 450,
  chair: 550,
  turn: 125,
  close: 300,
};

/** Turns of the group chat: as many as the members of a board usually speak. */
const TURNS = 24;
const MEMBERS = 5;

type Asked = { system?: readonly string[]; messages: readonly Said[]; words: number };
type Said = { role: "user" | "assistant"; content: string };

/** Sends one call and resolves with its reply. */
export type Ask = (body: PromptBody, words: number) => Promise<string>;

type Method = {
  name: string;
  decide: (ask: (asked: Asked) => Promise<string>, papers: Papers) => Promise<unknown>;
};

type Papers = { case: string; personas: string[] };

export function readPapers(scenario: Scenario): Papers {
  const documents = [...scenario.documents, ...(scenario.private ?? [])].map(
    ({ name, text }) => `<Document name="${name}">\n${text}\n</Document>`,
  );
  const verdicts = scenario.verdicts.map(({ id, meaning }) => `- ${id}: ${meaning ?? ""}`);
  const criteria = scenario.criteria.map(({ name, question }) => `- ${name}: ${question ?? ""}`);
  const about = [scenario.question, "Verdicts:", ...verdicts, "Criteria:", ...criteria].join("\n");
  return {
    case: `${documents.join("\n\n")}\n\n${about}`,
    personas: scenario.members.map(({ persona }) =>
      [`You are ${persona.name}, ${persona.title}.`, persona.personality, persona.background].join(
        "\n",
      ),
    ),
  };
}

/** Claude's cache keeps what ends with a mark; the others mark nothing. */
export function toBody(
  vendor: "anthropic" | "openai",
  { system = [], messages }: Asked,
): PromptBody {
  const parts = (text: string, isMarked: boolean) => [
    { type: "text", text, ...(isMarked && { cache_control: { type: "ephemeral" } }) },
  ];
  const layers = system.flatMap((text, index) =>
    parts(text, vendor === "anthropic" && index === 0 && system.length > 1),
  );
  const turns = messages.map(({ role, content }) => ({ role, content: parts(content, false) }));
  if (vendor === "anthropic") return { system: layers, messages: turns };
  return {
    messages: layers.length === 0 ? turns : [{ role: "system", content: layers }, ...turns],
  };
}

const ADVISER =
  "You are a careful adviser. Read the papers, weigh them by the criteria, and recommend one of the verdicts with its confidence, the strongest reasons and the strongest objection, each with a quotation, and what would change your mind.";

export const METHODS: readonly Method[] = [
  {
    name: "one call with a good prompt",
    decide: (ask, papers) =>
      ask({ system: [ADVISER], messages: [user(papers.case)], words: LENGTHS.memo }),
  },
  {
    name: "five calls and a vote",
    async decide(ask, papers) {
      const question = user("Give your verdict, your confidence and your reasons with quotations.");
      const vote = (index: number) =>
        ask({
          system: [papers.case, papers.personas[index % papers.personas.length]!],
          messages: [question],
          words: LENGTHS.alone,
        });
      // The first call fills the cache for the others.
      await vote(0);
      await Promise.all([1, 2, 3, 4].map(vote));
    },
  },
  {
    name: "llm-council of five",
    async decide(ask, papers) {
      const query = `${papers.case}\n\nWhat should we decide, and why?`;
      const all = Array.from({ length: MEMBERS });
      const answers = await Promise.all(
        all.map(() => ask({ messages: [user(query)], words: LENGTHS.answer })),
      );
      const listed = answers
        .map((text, index) => `Response ${"ABCDE"[index]}:\n${text}`)
        .join("\n\n");
      const rank = `You compare anonymous responses.\n\nQuestion: ${query}\n\n${listed}\n\nJudge each, then rank them from best to worst.`;
      const rankings = await Promise.all(
        all.map(() => ask({ messages: [user(rank)], words: LENGTHS.ranking })),
      );
      const chair = `You chair a council.\n\nQuestion: ${query}\n\n${listed}\n\n${rankings.join("\n\n")}\n\nWrite the one answer of the council.`;
      await ask({ messages: [user(chair)], words: LENGTHS.chair });
    },
  },
  { name: "group chat, a model picks the speaker", decide: holdGroupChat },
];

async function holdGroupChat(
  ask: (asked: Asked) => Promise<string>,
  papers: Papers,
): Promise<void> {
  const roles = papers.personas.slice(0, MEMBERS);
  const list = roles.map((text, index) => `member_${index + 1}: ${text.split("\n")[0]}`).join("\n");
  const said = [{ who: "user", text: `${papers.case}\nDiscuss, then decide.` }];
  for (let turn = 0; turn < TURNS; turn++) {
    const history = said.map(({ who, text }) => `${who}: ${text}`).join("\n");
    const choice = `These roles are available:\n${list}\n\nRead the conversation. Return the name of the next role.\n\n${history}`;
    await ask({ messages: [user(choice)], words: 2 });
    const who = `member_${(turn % roles.length) + 1}`;
    const messages = said.map(
      (each): Said => ({ role: each.who === who ? "assistant" : "user", content: each.text }),
    );
    const system = [roles[turn % roles.length]!];
    said.push({ who, text: await ask({ system, messages, words: LENGTHS.turn }) });
  }
  const all = said.map(({ who, text }) => `${who}: ${text}`).join("\n");
  await ask({
    messages: [user(`${all}\n\nState the decision of the group and its reasons.`)],
    words: LENGTHS.close,
  });
}

function user(content: string): Said {
  return { role: "user", content };
}
