import type { PhaseOptions } from "./phase-options.ts";

const gathering: PhaseOptions = {
  name: "GATHERING",
  description: "The roll is called: say whether you are ready to begin.",
  speakingOrder: "open",
  completionCriteria: "all-ready",
  crossExamination: false,
};

const introduction: PhaseOptions = {
  name: "INTRODUCTION",
  description: "Say who you are and from which side you look at the matter.",
  speakingOrder: "round-robin",
  turnDuration: 30,
  completionCriteria: "all-spoken",
  crossExamination: false,
};

const presentation: PhaseOptions = {
  name: "PRESENTATION",
  description: "Present your view and the evidence it rests on. Nobody answers yet.",
  speakingOrder: "round-robin",
  turnDuration: 60,
  completionCriteria: "all-spoken",
  crossExamination: false,
};

const deliberation: PhaseOptions = {
  name: "DELIBERATION",
  description:
    "Discuss: answer one another by name, test the evidence, change your view where it persuades you.",
  speakingOrder: "open",
  phaseDuration: 180,
  completionCriteria: "time-based",
  crossExamination: false,
};

const consensus: PhaseOptions = {
  name: "CONSENSUS",
  description: "Say what you can agree to, what stays open, and where you dissent and why.",
  speakingOrder: "sequential",
  completionCriteria: "all-spoken",
  crossExamination: false,
};

export const DEFAULT_PHASES = {
  meeting: [gathering, introduction, presentation, deliberation, consensus],
  trial: [
    gathering,
    {
      name: "DELIBERATION",
      description: "Weigh the evidence together under the charge. Nobody else hears you.",
      speakingOrder: "open",
      crossExamination: false,
    },
  ],
} as const satisfies Record<string, readonly PhaseOptions[]>;
