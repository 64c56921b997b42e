import type { Doubt } from "./protocol.ts";

export function mistake(message: string, remedy: string): Doubt {
  return { level: "mistake", message, remedy };
}

export function warning(message: string, remedy: string): Doubt {
  return { level: "warning", message, remedy };
}
