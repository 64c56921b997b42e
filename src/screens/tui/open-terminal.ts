import type { Io } from "../../home/process/io.ts";
import type { ThemeName } from "../../home/settings/settings.ts";
import { depthOf, groundOf, signsOf } from "./paint/depth.ts";
import type { Painting } from "./paint/painter.ts";
import { themeOf } from "./paint/theme.ts";
import { openScreen, type Screen } from "./screen.ts";

export type Terminal = {
  readonly screen: Screen;
  readonly suspend: () => void;
  readonly close: () => void;
};

/** The terminal is given back too where the process stops or dies first. */
export async function openTerminal(io: Pick<Io, "env">, asked: ThemeName | undefined): Promise<Terminal> {
  const screen = await openScreen(paintingFor(io, asked));
  const onContinue = () => screen.resume();
  const onStop = () => stop(process.pid);
  const onExit = () => screen.close();

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
    // All in the foreground, such as the script that started it.
    suspend: () => stop(0),
  };
}

/** The signal arrives well within this time; what follows runs once the process is continued. */
const STOPPING_MS = 50;

function paintingFor({ env }: Pick<Io, "env">, asked: ThemeName | undefined): Painting {
  const depth = depthOf(asked === undefined ? env : { ...env, NO_COLOR: undefined });
  const theme = depth === "none" ? "none" : (asked ?? "default");
  return { theme: themeOf(theme, groundOf(env)), depth, signs: signsOf(env) };
}
