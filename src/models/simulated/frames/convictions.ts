/** Ways to bring in a line of one's own convictions; {x} is a noun phrase. */
export const CONVICTIONS: readonly string[] = [
  "I am always looking for {x}, and this comes close.",
  "What persuades me in general is {x}; here I find a trace of it.",
  "My weakness, as you know, is {x}.",
  "Give me {x} and I am half won.",
  "That is as near as paper comes to {x}.",
];

/** The same for what one dreads. */
export const DREADS: readonly string[] = [
  "Few things make me more uneasy than {x}, and this smells of it.",
  "I have learned to be afraid of {x}.",
  "My old fear is {x}, and I cannot say it is absent here.",
  "If there is one thing I distrust, it is {x}.",
  "That is uncomfortably close to {x}.",
];
