import { COMMON_RULES, type House, LONE_DUTY } from "../../engine/perspective/house.ts";

export const CHAMBER_HOUSE: House = {
  rules: [
    "The members are a panel. Each answers alone first; where the answers differ, each is shown the others' once and replies once. An arbiter then puts them together.",
    ...COMMON_RULES,
  ],
  form: "json",
  withdraws: false,
  standing: "none",
  duty: LONE_DUTY,
};
