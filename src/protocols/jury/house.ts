import { COMMON_RULES, type House, MEMBER_DUTY, PUBLIC_VERDICTS } from "../../engine/perspective/house.ts";
import type { JuryOptions } from "./options.ts";

export function juryHouse({ trial }: JuryOptions): House {
  return {
    rules: [
      "Everyone speaks when given the floor, one at a time.",
      "The meeting goes through phases. Each cue says what its phase is for; keep to that. Do not repeat yourself or others.",
      ...COMMON_RULES,
      PUBLIC_VERDICTS,
      "Keep it short: at most about 150 words a turn, in plain prose, unless the cue gives another measure.",
    ],
    form: "message",
    withdraws: false,
    standing: trial ? "ballot" : "verdict",
    duty: MEMBER_DUTY,
  };
}
