/** Runs a jury's procedure: calls the meeting, opens threads, reads the charge, tells counts. Has no vote. */
export const FOREPERSON = {
  id: "foreperson",
  name: "Foreperson",
  title: "Foreperson, without a vote",
  manner: "Short and even-handed: what is asked, what was counted, what comes next.",
} as const;
