import type { sleep } from "../../models/port/sleep.ts";
import type { Document } from "../../scenario/schema/scenario.ts";
import type { Source } from "../../showing/watching/source.ts";
import type { Screen } from "./screen.ts";
import type { ViewEffect } from "./update/updated.ts";

export type Leaving = "quit" | "interrupted";

export type PerformSetup = {
  readonly screen: Pick<Screen, "forget">;
  readonly source: Source;
  readonly sleep: typeof sleep;
  readonly bring?: ((file: string) => Promise<Document>) | undefined;
  /** Stops the program until it is continued, with the terminal given back meanwhile. */
  readonly suspend?: (() => void) | undefined;
};

export type PerformedFor = {
  readonly setup: PerformSetup;
  readonly isLive: () => boolean;
  readonly tell: (text: string, isBad?: boolean) => void;
  readonly leaveAtEnd: () => void;
  readonly finish: (how: Leaving) => void;
};

export function perform(effect: ViewEffect, view: PerformedFor): void {
  const { setup, finish } = view;
  const { source, screen } = setup;
  const { hold } = source;
  switch (effect.do) {
    case "pause":
      return hold.pause();
    case "resume":
      return hold.resume();
    case "step":
      return hold.step();
    case "pace":
      return hold.setPace(effect.pace);
    case "rewind":
      return source.seekTo?.(0);
    case "seek-by":
      return source.seekBy?.(effect.entries);
    case "seek-to":
      return source.seekTo?.(effect.seq);
    case "act":
      return act(effect.does, view);
    case "answer":
      return source.answer(effect.answer);
    case "bring":
      return bring(effect.file, view);
    case "end":
      return view.leaveAtEnd();
    case "repaint":
      return screen.forget();
    case "suspend":
      return setup.suspend?.();
    case "leave":
      return finish("quit");
    case "interrupt":
      return finish("interrupted");
    default:
      return effect satisfies never;
  }
}

function act(does: Extract<ViewEffect, { do: "act" }>["does"], view: PerformedFor): void {
  const { source } = view.setup;
  try {
    source.act(does);
  } catch (error) {
    view.tell(messageOf(error), true);
    return;
  }
  if (does.act !== "adjourn" || !view.isLive()) return;
  source.hold.setPace(Number.POSITIVE_INFINITY);
  source.hold.resume();
}

function bring(file: string, { setup, tell }: PerformedFor): void {
  if (!setup.bring) return tell("Nothing can be brought here.", true);
  void setup.bring(file).then(
    (document) => {
      setup.source.act({ act: "bring-document", name: document.name }, document);
      tell(`${document.name} will lie on the table from the next turn on.`);
    },
    (error: unknown) => {
      tell(messageOf(error), true);
    },
  );
}

function messageOf(error: unknown): string {
  return (error instanceof Error ? error.message : String(error)).replaceAll("\n", " ");
}
