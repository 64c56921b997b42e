import type { ThemeName } from "../tui/theme.ts";
import type { Io } from "./io.ts";

/** Colours that were asked for, else none under NO_COLOR. */
export function themeFor({ env }: Pick<Io, "env">, asked: ThemeName | undefined): ThemeName {
  return asked ?? (env.NO_COLOR ? "none" : "default");
}
