import { ENTITY_LENGTH, unescapeText } from "./escape.ts";

type VisibleText = {
  push(raw: string): string;
  end(): string;
};

const CDATA_OPEN = "<![CDATA[";
const CDATA_CLOSE = "]]>";

/** Decodes and trims, holding back only what a later piece could change. */
export function createVisibleText(): VisibleText {
  const trim = createTrimmer();
  let held = "";
  let isCdata = false;

  function drain(isLast: boolean): string {
    let shown = "";
    for (;;) {
      const mark = isCdata ? CDATA_CLOSE : CDATA_OPEN;
      const at = held.indexOf(mark);
      const until = at >= 0 ? at : isLast ? held.length : safeLength(held, mark, isCdata);
      const text = held.slice(0, until);
      shown += isCdata ? text : unescapeText(text);
      held = held.slice(at < 0 ? until : until + mark.length);
      if (at < 0) return trim(shown);
      isCdata = !isCdata;
    }
  }

  return {
    push(raw) {
      held += raw;
      return drain(false);
    },
    end: () => drain(true),
  };
}

/** No later piece can turn this much into a mark or an entity. */
function safeLength(text: string, mark: string, isCdata: boolean): number {
  let end = text.length;
  for (let length = Math.min(mark.length - 1, end); length > 0; length--) {
    if (text.endsWith(mark.slice(0, length))) {
      end -= length;
      break;
    }
  }
  const entity = isCdata ? -1 : text.lastIndexOf("&");
  const mayGrow = entity >= text.length - ENTITY_LENGTH + 1 && !text.includes(";", entity);
  return entity >= 0 && mayGrow ? Math.min(end, entity) : end;
}

function createTrimmer(): (text: string) => string {
  let space = "";
  let hasBegun = false;
  return (text) => {
    const body = text.trimEnd();
    const end = text.slice(body.length);
    if (body === "") {
      if (hasBegun) space += end;
      return "";
    }
    const shown = hasBegun ? space + body : body.trimStart();
    hasBegun = true;
    space = end;
    return shown;
  };
}
