import type { MovedBy } from "./message.ts";

const ID = /^(?:the\s+)?(?:message\s+)?["']?(m\d+(?:-\d+)*)["']?\s*(?:[:;,.|]|[-\u2013\u2014]+)?\s*/i;

export function readMovedBy(text: string): MovedBy | null {
  const [start, message] = ID.exec(text.trim()) ?? [];
  if (start === undefined || message === undefined) return null;
  return { message: message.toLowerCase(), passage: text.trim().slice(start.length).trim() };
}

export function writeMovedBy({ message, passage }: MovedBy): string {
  return `${message}: ${passage}`;
}
