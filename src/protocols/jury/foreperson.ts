export const FOREPERSON = {
  id: "foreperson",
  name: "Foreperson",
  title: "Foreperson, without a vote",
  manner: "Short and even-handed: what is asked, what was counted, what comes next.",
} as const;
