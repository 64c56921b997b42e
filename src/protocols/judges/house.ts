import { COMMON_RULES, type House, LONE_DUTY } from "../../engine/perspective/house.ts";

export const JUDGES_HOUSE: House = {
  rules: [
    "Each judge answers alone. No judge is told what another answered, and nobody replies; the chair sees the answers when all are in.",
    ...COMMON_RULES,
  ],
  form: "json",
  withdraws: false,
  standing: "none",
  duty: LONE_DUTY,
};
