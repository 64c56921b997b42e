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
    points: [
      {
        id: "costs-fell",
        ref: "report-17.md#L1",
        quote: "The pilot cut costs by 12 % in one year.",
        bears: { case: 0.6 },
        short: "the lower costs",
        lines: ["The pilot cut costs by 12 % in one year.", "Costs are down by 12 % after a year."],
        answers: { "customers-left": "Two customers left, and costs are still down by 12 %." },
        change: "If costs rose again, I'd stop.",
      },
      {
        id: "customers-left",
        ref: "report-17.md#L2",
        quote: "Two customers left in March.",
        bears: { case: -0.5 },
        short: "the two customers who left",
        lines: ["Two customers left in March.", "We lost two customers in March."],
        answers: { "costs-fell": "Costs fell by 12 %, and two customers left." },
        change: "If both customers came back, I'd think again.",
      },
    ],
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
