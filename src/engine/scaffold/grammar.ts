const TEXT = "[^<]*";

const ELEMENTS = {
  speaker: ["Speaker", TEXT],
  to: ["SpeakingTo", TEXT],
  topic: ["Topic", TEXT],
  verdict: ["Verdict", TEXT],
  reasoning: ["VerdictReasoning", TEXT],
  would: ["WouldChange", TEXT],
  moved: ["MovedBy", TEXT],
  withdrawn: ["Withdrawn", '("true" | "false")'],
  confidence: ["Confidence", '("0" ("." [0-9]*)? | "1" ("." [0]*)?)'],
  ready: ["Ready", '("true" | "false")'],
  pass: ["Pass", '("true" | "false")'],
  content: ["Content", TEXT],
} as const;

/** GBNF, for servers that hold replies to a grammar: each field at most once, verdict and content in either order, nothing around it. */
export const MESSAGE_GRAMMAR = [
  'root ::= "<Message>" ws head (stance content? | content stance) "</Message>"',
  "head ::= speaker? to? topic? artifacts?",
  "stance ::= (verdict reasoning? | reasoning verdict?)? would? moved? withdrawn? confidence? ready? pass?",
  'artifacts ::= "<Artifacts>" ws artifact* "</Artifacts>" ws',
  'artifact ::= "<Artifact " [^<>]* ">" [^<]* "</Artifact>" ws',
  ...Object.entries(ELEMENTS).map(([rule, [tag, body]]) => `${rule} ::= "<${tag}>" ${body} "</${tag}>" ws`),
  "ws ::= [ \\t\\n]*",
].join("\n");
