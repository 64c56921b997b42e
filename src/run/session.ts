// Opens everything that a meeting needs around the engine: inbox, people, models, money and
// signals, and closes it again.

import { resolve } from "node:path";
import type { Meeting } from "../engine/meeting/open-meeting.ts";
import type { Ports } from "../engine/meeting/runtime.ts";
import { isSamePerson } from "../engine/people/inbox.ts";
import type { Journal } from "../engine/transcript/journal.ts";
import { type BufferedOutput, type Io, print, queueOutput } from "../home/process/io.ts";
import { writeOutputs } from "../home/records/outputs.ts";
import { openFileInbox } from "../home/seats/inbox.ts";
import { hasLeft, listOutsideSeats } from "../home/seats/seat-store.ts";
import { createModelPorts, type ProjectSettings } from "../home/settings/settings.ts";
import { createMoneyPorts, type SpendingScope } from "../home/spending/money.ts";
import { createAskPerson, describeRefusal, type Outside, type PromptPerson } from "./people.ts";

type MeetingSessionSetup = {
  project: ProjectSettings;
  flags: { as?: string | undefined; wait?: boolean | undefined };
  transcript: WrittenTranscript;
  spending: SpendingScope;
  audience: Audience;
};

/** A person at this terminal answers by `prompt`. Behind a screen or a page, `tell` shows what an answer lacks. */
export type Audience = { prompt: PromptPerson } | { show: (words: string) => void };

type WrittenTranscript = { journal: Journal; folder: string | null };

export type MeetingSession = {
  transcript: WrittenTranscript;
  ports: Ports & Required<Pick<Ports, "journal" | "signal">>;
  /** The transcript's folder as an absolute path; null before the first event. */
  place: () => string | null;
  terminal: BufferedOutput;
  signal: AbortSignal;
  stop: (reason: string) => void;
  keep: (meeting: Meeting) => Promise<readonly string[]>;
  close: () => void;
};

export function openSession(
  io: Io,
  { project, flags, transcript, spending, audience }: MeetingSessionSetup,
): MeetingSession {
  const { journal } = transcript;
  const stopping = new AbortController();
  const signal = AbortSignal.any([io.stopSignal(), stopping.signal]);
  const place = () => (transcript.folder === null ? null : resolve(io.cwd, transcript.folder));
  const show = "show" in audience ? audience.show : (words: string) => print(io.stderr, [words]);
  // Behind a view no one can be asked for a line: the meeting waits, and `resume` continues it.
  const asking = "prompt" in audience ? io : { ...io, ask: undefined };
  const onRefused = (why: string) => show(describeRefusal(why));
  const inbox = openFileInbox({ folder: place, journal, onRefused });
  const terminal = queueOutput(io);
  const outside = createOutside(journal, place);
  const people = createAskPerson({
    io: asking,
    inbox,
    outside,
    as: flags.as,
    wait: "show" in audience || flags.wait === true,
    prompt: (...asked) =>
      terminal.runPrompt(async () => ("prompt" in audience ? audience.prompt(io, ...asked) : null)),
  });
  return {
    transcript,
    ports: {
      ...createModelPorts(io, project),
      ...createMoneyPorts(asking, project, spending),
      journal,
      inbox,
      people,
      signal,
    },
    place,
    terminal,
    signal,
    stop: (reason) => stopping.abort(reason),
    async keep(meeting) {
      const path = place();
      return path === null ? [] : writeOutputs(path, journal, meeting.protocol);
    },
    close() {
      inbox.close();
      journal.close();
    },
  };
}

function createOutside(journal: Journal, place: () => string | null): Outside {
  const findSeat = (person: string) =>
    listOutsideSeats(journal.events).find((each) => isSamePerson(each.person, person))?.seat;
  return {
    place,
    isOutside: (person) => findSeat(person) !== undefined,
    hasLeft: (person) => {
      const [folder, seat] = [place(), findSeat(person)];
      return folder !== null && seat !== undefined && hasLeft(folder, seat);
    },
  };
}
