// Reads a part of a prompt back into the messages and interjections that a member has heard.

import { NO_CONTENT } from "../engine/scaffold/message.ts";
import { readRendered, splitMessages } from "../engine/scaffold/parse.ts";
import { decodeText } from "../text/entities.ts";
import type { Heard } from "./debate.ts";

const GUEST = /^<(Interjection|Whisper) from="([^"]*)">([\s\S]*?)<\/\1>/gm;

export function hearPart(part: string): Heard[] {
  const heard: Heard[] = [];
  let read = 0;
  for (const { 0: whole, 1: kind, 2: from = "", 3: text = "", index } of part.matchAll(GUEST)) {
    const content = decodeText(text);
    const acts = { ...SILENT, isGuest: true, isWhisper: kind === "Whisper" };
    const guest = {
      ...NO_CONTENT,
      ...acts,
      id: "",
      speaker: decodeText(from),
      content,
      places: findPlaces(content),
    };
    heard.push(...hearMessages(part.slice(read, index)), guest);
    read = index + whole.length;
  }
  heard.push(...hearMessages(part.slice(read)));
  return heard;
}

const SILENT = { isPass: false, isWithdrawn: false, isGuest: false, isWhisper: false };

function hearMessages(part: string): Heard[] {
  return splitMessages(part).map((text) => {
    const { id, speaker, to, content, verdict, artifacts, pass, withdrawn } = readRendered(text);
    const cited = artifacts.flatMap((each) => (each.kind === "citation" ? [each.ref] : []));
    const places = [...cited, ...findPlaces(content)];
    const acts = { ...SILENT, isPass: pass, isWithdrawn: withdrawn };
    return { id, speaker, to, content, verdict, places, ...acts };
  });
}

function findPlaces(text: string): string[] {
  return text.split(/[\s"'(]+/).flatMap((word) => {
    const at = word.indexOf("#L");
    const lines = at < 1 ? null : /^#L\d+(?:-L\d+)?/.exec(word.slice(at));
    return lines ? [word.slice(0, at) + lines[0]] : [];
  });
}
