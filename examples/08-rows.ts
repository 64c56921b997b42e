// biome-ignore-all lint/suspicious/noThenProperty: a script is data and is never awaited.
// A scenario from a database: rows become members and documents, and the outcome becomes a row again.
import { board, defineScenario, modelsFrom, runMeeting } from "boardroom";

/** As a query returns them: `db.prepare("SELECT * FROM reviewers").all()` with node:sqlite, or any other driver. */
const reviewers = [
  {
    name: "Ada Ash",
    title: "Head of Finance",
    fields: "costs,pricing",
    manner: "Calm.",
    style: "Figures first.",
  },
  {
    name: "Ben Birch",
    title: "Head of Support",
    fields: "customers",
    manner: "Warm.",
    style: "Tells of cases.",
  },
  {
    name: "Cleo Cedar",
    title: "Counsel",
    fields: "contracts",
    manner: "Careful.",
    style: "Short sentences.",
  },
];
const reports = [
  {
    id: 17,
    title: "Pilot",
    body: "The pilot cut costs by 12 % in one year.\nTwo customers left in March.",
  },
  {
    id: 18,
    title: "Support",
    body: "Tickets fell by a third.\nThe night shift is still unfilled.",
  },
];

const scenario = defineScenario({
  question: "Shall we go on with the pilot?",
  verdicts: [
    { id: "GO_ON", side: "for" },
    { id: "STOP", side: "against" },
  ],
  documents: reports.map(({ id, title, body }) => ({ name: `report-${id}.md`, title, text: body })),
  members: reviewers.map(({ name, title, fields, manner, style }) => ({
    name,
    title,
    expertise: fields.split(","),
    personality: manner,
    speakingStyle: style,
  })),
  // What simulated members can say about the reports. Leave it out with a language model.
  script: {
    plays: {
      costs: {
        who: "any",
        verdict: "GO_ON",
        says: "I look at what the pilot was for. The pilot cut costs by 12 % in one year, and that is more than I had asked of it. I would stop it if customers left because of it.",
        reason: "The pilot cut costs by 12 % in one year",
        crux: "customers left because of it",
        cite: "report-17.md#L1 | The pilot cut costs by 12 % in one year.",
        open: "why the customers left",
        last: "I stay with the lower costs.",
        start: ["left"],
        beats: {
          left: {
            by: { any: "Two customers left in March. Do we know why?" },
            cite: "report-17.md#L2 | Two customers left in March.",
            then: ["stop", "go-on"],
          },
          stop: {
            me: "We don't, and two are enough for me. Then I would stop.",
            turns: "STOP",
            after: "Two customers left, and nobody knows why.",
          },
          "go-on": { me: "Two of all our customers. I would go on." },
        },
      },
      customers: {
        who: "any",
        verdict: "STOP",
        says: "I begin with the customers, because they pay for everything else here. Two customers left in March, and a pilot that loses customers is no pilot. I would go on only for a saving that outweighs them.",
        reason: "Two customers left in March",
        crux: "a saving that outweighs them",
        cite: "report-17.md#L2 | Two customers left in March.",
        open: "whether the saving outweighs the customers",
        last: "I still miss the two customers.",
        start: ["saving"],
        beats: {
          saving: {
            by: { any: "Costs fell by 12 % in one year. Doesn't that outweigh them?" },
            cite: "report-17.md#L1 | The pilot cut costs by 12 % in one year.",
            then: ["outweighs", "stays"],
          },
          outweighs: {
            me: "If it holds for a year, it does. I would go on.",
            turns: "GO_ON",
            after: "I asked for a saving that outweighs them, and 12 % does.",
          },
          stays: { me: "Not for long, if more of them leave." },
        },
      },
    },
  },
  limits: { messages: 12 },
  seed: 7,
});

const { meeting } = await runMeeting({
  scenario,
  protocol: board,
  createModel: modelsFrom({ env: {} }),
});
const { outcome, meeting: id } = meeting.state;
console.log({ id, status: outcome?.status, side: outcome?.side, reason: outcome?.reason });
