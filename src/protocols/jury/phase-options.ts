import { z } from "zod";

export const seconds = z.number().positive().max(86_400);

export const phaseSchema = z
  .strictObject({
    name: z.string().trim().min(1).max(60).describe("What it is called; GATHERING calls the roll"),
    description: z.string().trim().min(1).describe("What members are to do in it, in a sentence"),
    speakingOrder: z
      .enum(["round-robin", "open", "sequential"])
      .describe("round-robin: once each, in seat order. sequential: once each, as they claim it. open: freely"),
    turnDuration: seconds.optional().describe("Seconds a speaker has, at 150 words a minute"),
    phaseDuration: seconds.optional().describe("Seconds the phase has"),
    completionCriteria: z
      .enum(["all-spoken", "all-ready", "time-based"])
      .optional()
      .describe("When it is over; derived where left out"),
    crossExamination: z
      .boolean()
      .default(false)
      .describe("Each member in turn questions another by name, who answers at once"),
  })
  .superRefine(({ completionCriteria, phaseDuration, crossExamination, speakingOrder }, context) => {
    const issue = (path: string, message: string) =>
      context.addIssue({ code: "custom", path: [path], message });
    if (completionCriteria === "time-based" && phaseDuration === undefined) {
      issue("completionCriteria", "a time-based phase needs a phaseDuration above 0, in seconds");
    }
    if (crossExamination && speakingOrder !== "round-robin") {
      issue("speakingOrder", "cross-examination goes round-robin");
    }
  });
export type PhaseOptions = z.infer<typeof phaseSchema>;
