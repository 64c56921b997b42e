// A scenario of what a database holds: rows become members and documents, and the outcome becomes a row again.
import { board, defineScenario, modelsFrom, runMeeting } from "boardroom";

/** As a query gives them: `db.prepare("SELECT * FROM reviewers").all()` with node:sqlite, or any other driver. */
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
  { name: "Cleo Cedar", title: "Counsel", fields: "contracts", manner: "Careful.", style: "Short sentences." },
];
const reports = [
  { id: 17, title: "Pilot", body: "The pilot cut costs by 12 % in one year.\nTwo customers left in March." },
  { id: 18, title: "Support", body: "Tickets fell by a third.\nThe night shift is still unfilled." },
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
  limits: { messages: 12 },
  seed: 7,
});

const { meeting } = await runMeeting({ scenario, protocol: board, createModel: modelsFrom({ env: {} }) });
const { outcome, meeting: id } = meeting.state;
console.log({ id, status: outcome?.status, side: outcome?.side, reason: outcome?.reason });
