import { resolve } from "node:path";
import { fileInbox } from "../../engine/meeting/people/file-inbox.ts";
import { isSamePerson } from "../../engine/meeting/people/inbox.ts";
import type { Ports } from "../../engine/meeting/turn/runtime.ts";
import type { Journal } from "../../engine/transcript/journal.ts";
import { moneyPorts, type SpendingScope } from "../../home/money/money.ts";
import { type HeldBack, holdBack } from "../../home/process/hold-back.ts";
import { type Io, print } from "../../home/process/io.ts";
import { notify, type UserNotice } from "../../home/process/notify.ts";
import { outsideSeats } from "../../home/seats/hand-out.ts";
import { hasLeft } from "../../home/seats/seat-store.ts";
import { type CallFlags, modelPorts, withPatience } from "../../home/settings/models.ts";
import type { OuterSettings } from "../../home/settings/settings.ts";
import { fromOutside, lookOut, type Outside, peopleAt, rejectionInWords } from "./people.ts";

export type MeetingSessionSetup = {
  readonly outer: OuterSettings;
  readonly flags: CallFlags & {
    readonly as?: string | undefined;
    readonly wait?: boolean | undefined;
    /** A command of the user's that tells who is not looking. */
    readonly notify?: string | undefined;
  };
  readonly transcript: WrittenTranscript;
  readonly spending: SpendingScope;
  /** Shows the meeting instead of this terminal's lines. Questions are then asked in the view. */
  readonly view?: { readonly tell: (words: string) => void } | undefined;
};

type WrittenTranscript = { readonly journal: Journal; readonly folder: string | null };

export type MeetingSession = {
  readonly transcript: WrittenTranscript;
  readonly ports: Ports & Required<Pick<Ports, "journal" | "signal">>;
  /** The transcript's folder as an absolute path; null before the first event. */
  readonly place: () => string | null;
  readonly terminal: HeldBack;
  readonly signal: AbortSignal;
  readonly stop: (reason: string) => void;
  readonly notify: (event: UserNotice["event"], says: string) => Promise<void>;
  readonly close: () => void;
};

export function openSession(
  io: Io,
  { outer, flags, transcript, spending, view }: MeetingSessionSetup,
): MeetingSession {
  const { journal } = transcript;
  const stopping = new AbortController();
  const signal = AbortSignal.any([io.stopSignal(), stopping.signal]);
  const place = () => (transcript.folder === null ? null : resolve(io.cwd, transcript.folder));
  const tell = view?.tell ?? ((words: string) => print(io.stderr, [words]));
  const onRejected = (file: string, why: string) => tell(rejectionInWords(file, why));
  const inbox = fileInbox({ folder: place, journal, onRejected });
  const terminal = holdBack(io);
  const outside = outsideOf(journal, place);
  const people: Ports["people"] = view
    ? (person, request, until, path) => {
        const asked = { inbox, person, request, path, signal: until, outside };
        return outside.isOutside(person) ? fromOutside(asked) : lookOut(asked);
      }
    : peopleAt({
        ...{ io, inbox, outside },
        as: flags.as,
        wait: flags.wait,
        whilePrompting: terminal.whilePrompting,
      });
  return {
    transcript,
    ports: {
      ...modelPorts(io, { ...outer, models: withPatience(outer.models, flags) }),
      // Behind a view no one can be asked: the meeting waits for `resume`.
      ...moneyPorts(view ? { ...io, ask: undefined } : io, outer, spending),
      journal,
      inbox,
      people,
      signal,
    },
    place,
    terminal,
    signal,
    stop: (reason) => stopping.abort(reason),
    async notify(event, says) {
      const command = flags.notify ?? outer.notify;
      if (command) await notify(io, command, { event, says, transcript: place() ?? "" });
    },
    close() {
      inbox.close();
      journal.close();
    },
  };
}

function outsideOf(journal: Journal, place: () => string | null): Outside {
  const seatOf = (person: string) =>
    outsideSeats(journal.events).find((each) => isSamePerson(each.person, person))?.seat;
  return {
    place,
    isOutside: (person) => seatOf(person) !== undefined,
    hasLeft: (person) => {
      const [folder, seat] = [place(), seatOf(person)];
      return folder !== null && seat !== undefined && hasLeft(folder, seat);
    },
  };
}
