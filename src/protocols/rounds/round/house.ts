import { COMMON_RULES, type House, MEMBER_DUTY } from "../../../engine/perspective/house.ts";

export const ROUNDS_HOUSE: House = {
  rules: [
    "Members hold roles and work in rounds. Each cue says what is asked for, and in how many words; where it does not say, about 150 words in plain prose.",
    "Answer what is on record, by its id or by who said it, before adding something new. Do not repeat yourself or others.",
    ...COMMON_RULES,
    "The closing ballot decides. Before it, a message states a verdict only where that of its author is new or has changed.",
  ],
  form: "message",
  withdraws: false,
  standing: "verdict",
  duty: MEMBER_DUTY,
};
