import { depthOf, groundOf, signsOf } from "../../tui/paint/depth.ts";
import type { Painting } from "../../tui/paint/painter.ts";
import { type ThemeName, themeOf } from "../../tui/paint/theme.ts";
import { openScreen, type Screen } from "../../tui/screen.ts";
import type { Io } from "./io.ts";

export type Terminal = {
  readonly screen: Screen;
  /** What ctrl-z asks for. */
  readonly suspend: () => void;
  readonly close: () => void;
};

/** Takes over the terminal of this process until `close`; it is given back too where the process stops or dies first. */
export async function openTerminal(io: Pick<Io, "env">, asked: ThemeName | undefined): Promise<Terminal> {
  const screen = await openScreen(paintingFor(io, asked));
  const onContinue = () => screen.resume();
  const onStop = () => stop(process.pid);
  const onExit = () => screen.close();

  /** Stops as any program does; nothing happens where nobody could ever continue it. */
  function stop(target: number): void {
    screen.suspend();
    process.off("SIGTSTP", onStop);
    process.kill(target, "SIGTSTP");
    setTimeout(() => {
      process.on("SIGTSTP", onStop);
      screen.resume();
    }, STOPPING_MS);
  }

  process.on("SIGTSTP", onStop);
  process.on("SIGCONT", onContinue);
  process.on("exit", onExit);
  return {
    screen,
    close() {
      screen.close();
      process.off("SIGTSTP", onStop);
      process.off("SIGCONT", onContinue);
      process.off("exit", onExit);
    },
    // All that run in the foreground with it, such as the script that started it.
    suspend: () => stop(0),
  };
}

/** The signal arrives well within this time; what follows runs once the process is continued. */
const STOPPING_MS = 50;

/** Colours that were asked for; else as many as the terminal shows, none under NO_COLOR, for its own ground. */
function paintingFor({ env }: Pick<Io, "env">, asked: ThemeName | undefined): Painting {
  const depth = depthOf(asked === undefined ? env : { ...env, NO_COLOR: undefined });
  const theme = depth === "none" ? "none" : (asked ?? "default");
  return { theme: themeOf(theme, groundOf(env)), depth, signs: signsOf(env) };
}
