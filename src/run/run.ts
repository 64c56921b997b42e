// Runs a meeting: every command, page, study and worker comes here. The caller passes ports and a
// view, and shows what happens.

import { type ForkSetup, forkMeeting } from "../engine/meeting/fork.ts";
import {
  type Meeting,
  type MeetingResult,
  type MeetingSetup,
  openMeeting,
  type ResumeSetup,
  resumeMeeting,
} from "../engine/meeting/open-meeting.ts";
import type { Ports } from "../engine/meeting/runtime.ts";
import type { LiveSignal } from "../engine/protocol/floor.ts";
import type { MeetingEvent } from "../engine/transcript/events.ts";
import type { MeetingSession } from "./session.ts";

/** What is run: a new meeting, a recorded one, or a fork of one. Everything else about it is in its ports. */
export type RunSource =
  | ({ is: "new" } & Omit<MeetingSetup, keyof Ports>)
  | ({ is: "recorded" } & OfRecord<ResumeSetup>)
  | ({ is: "fork" } & OfRecord<ForkSetup>);

type OfRecord<Setup extends ResumeSetup> = Omit<Setup, keyof Ports> & Pick<Setup, "journal">;

/** A meeting as its caller shows it: on the terminal, the screen or a page. A study shows nothing. */
export type View = {
  event?: (event: MeetingEvent) => void;
  live?: (signal: LiveSignal) => void;
  during?: (running: Promise<MeetingResult>) => Promise<unknown>;
  end?: (ended: Ended) => void | Promise<void>;
};

export type Ended = {
  meeting: Meeting;
  result: MeetingResult;
  files: readonly string[];
};

export type ToRun = Pick<Running, "source" | "opening"> & { session: MeetingSession };

type Running = {
  source: RunSource;
  ports: Ports;
  opening?: (open: () => Meeting) => Meeting;
  /** Keeps what a closed meeting leaves: notes, then files. */
  keep?: (meeting: Meeting) => Promise<readonly string[]>;
  close?: () => void;
};

/** Opens no file and asks no one: workers continue what was opened here. */
export function openSource(source: RunSource, ports: Ports): Meeting {
  switch (source.is) {
    case "new":
      return openMeeting({ ...ports, ...source });
    case "recorded":
      return resumeMeeting({ ...ports, ...source });
    case "fork":
      return forkMeeting({ ...ports, ...source });
    default:
      return source satisfies never;
  }
}

/** Runs a meeting to its end or stop: every command, screen, page, study and worker comes here. */
export async function run(
  { source, ports, opening = (open) => open(), keep, close }: Running,
  show: (meeting: Meeting) => View | Promise<View> = () => ({}),
): Promise<Ended> {
  try {
    const meeting = opening(() => openSource(source, ports));
    const view = await show(meeting);
    if (view.live) meeting.onLive(view.live);
    const running = meeting.run();
    const [result] = await Promise.all([
      running,
      showEvents(meeting, view),
      view.during?.(running),
    ]);
    const files = result.status === "closed" ? ((await keep?.(meeting)) ?? []) : [];
    const ended = { meeting, result, files };
    await view.end?.(ended);
    return ended;
  } finally {
    close?.();
  }
}

async function showEvents(meeting: Meeting, { event: show }: View): Promise<void> {
  if (show) for await (const event of meeting.events()) show(event);
}
