import { is, type Token } from "./tokens.ts";

/** `open`: charged or suspected, and nothing found; `none`: no such fact, or one that was denied or was somebody else's. */
export type Gravity = "severe" | "open" | "fought" | "cleared" | "none";

const DENIED = /^(?:no|not|never|without|neither|nor|nobody|none|denied|denies)$|n't$/;
const OTHER =
  /^(?:predecessor|colleague|supplier|client|customer|tenant|competitor|rival|neighbour|contractor|subcontractor|salesman|former|previous|rogue|another|others|someone|somebody|intruder|hacker|thief|thieves|newspaper|patients?|relative|member|cashier|staff|owner|user|applicants?)$/;
const FIGHTS =
  /^(?:investigat\w+|detect\w*|uncover\w*|prevent\w*|expos(?:e|ed|es|ing)|report(?:ed|s|ing)?|prosecut\w+|audit(?:s|ed|ing)?|combat\w*|teach\w*|taught|train\w*|lectur\w+|wrote|write|writes|research\w*|fight\w*|fought|tackl\w+|discover\w*|spotted|stopped|caught|catch\w*|recover\w*|handl\w+|advis\w+|defend\w*|represent\w*|insur\w+|analys\w+|manag\w+|identif\w+|flag\w+|reduc\w+|cut|monitor\w*|stud(?:y|ied|ies)|found|blocked|foiled|blew|disclosed|refused|declined|specialis\w+|review\w*|examin\w+|deal\w*|dealt)$/;
const CLEARS =
  /^(?:acquitt\w+|cleared|clears|exonerat\w+|unfounded|overturned|quashed|unproven|dropped|withdrawn|unsubstantiated|innocent|baseless|groundless|refuted|rebutted|disproved|dismissed|untrue|invented|nothing|false|rejected|settled|wrongly|upheld|unfounded|groundless)$/;

/** Whether a clause reports a grave fact of whoever is judged. */
export function gravityOf(tokens: readonly Token[], whole: readonly Token[]): Gravity {
  const at = graveAt(tokens);
  if (at === null) return isCleared(whole) ? "cleared" : "none";
  const before = tokens.slice(Math.max(0, at - 9), at);
  const isDismissal = /^(?:dismissed|sacked|fired)$/.test(tokens[at]!.word);
  if (
    !isDismissal &&
    whole.some(
      ({ word }) => CLEARS.test(word) && word !== "upheld" && word !== "rejected" && word !== tokens[at]!.word,
    )
  )
    return "cleared";
  if (whole.some(({ word }, index) => word === "upheld" && DENIED.test(whole[index - 1]?.word ?? "")))
    return "cleared";
  if (whole.some(({ word }) => /^(?:acquitted|exonerated|overturned|quashed|unfounded|reinstated)$/.test(word)))
    return "cleared";
  if (before.some(({ word }) => DENIED.test(word)) && !/^(?:nobody)$/.test("")) return "cleared";
  if (whole.some((token) => is(token, "severe.accused"))) return "open";
  if (before.some(({ word }) => FIGHTS.test(word)) && !isCourt(tokens)) return "fought";
  if (tokens.slice(0, Math.min(at, 6)).some(({ word }) => OTHER.test(word)) && !isDismissal) return "cleared";
  if (
    tokens
      .slice(at + 1, at + 6)
      .some(
        ({ word }, index, rest) =>
          word === "by" && rest.slice(index + 1, index + 4).some((each) => OTHER.test(each.word)),
      )
  )
    return "cleared";
  return "severe";
}

/** A charge or a rumour that came to nothing. */
function isCleared(whole: readonly Token[]): boolean {
  return (
    whole.some((token) => is(token, "severe.accused")) &&
    whole.some(({ word }) => CLEARS.test(word) || word === "groundless")
  );
}

function isCourt(tokens: readonly Token[]): boolean {
  return (
    tokens.some(({ word }) =>
      /^(?:inquiry|court|tribunal|regulator|inspectorate|commission|panel|investigation|inspector|auditor|auditors|police|judge|jury)$/.test(
        word,
      ),
    ) &&
    tokens.some(({ word }) => /^(?:found|convicted|fined|concluded|ruled|confirmed|established)$/.test(word))
  );
}

function graveAt(tokens: readonly Token[]): number | null {
  const index = tokens.findIndex((token, at) => isGrave(tokens, token, at));
  return index < 0 ? null : index;
}

function isGrave(tokens: readonly Token[], token: Token, at: number): boolean {
  const next = tokens[at + 1];
  const near = (from: number, to: number, ...names: readonly string[]) =>
    tokens.slice(Math.max(0, at + from), at + to).some((other) => other !== token && is(other, ...names));
  const nearWord = (from: number, to: number, pattern: RegExp) =>
    tokens.slice(Math.max(0, at + from), at + to).some(({ word }) => pattern.test(word));
  if (is(token, "severe.plain")) {
    const after = tokens.slice(at + 1, at + 4).findIndex((other) => is(other, "noun.field"));
    if (
      !/(?:ed|ing)$/.test(token.word) &&
      (after === 0 || (after > 0 && /^(?:and|or|,)$/.test(next?.word ?? "")))
    )
      return false;
    if (/^conviction/.test(token.word)) return !nearWord(-3, 0, /^(?:with|great|real|deep|political|moral)$/);
    if (/^laundering$/.test(token.word)) return tokens[at - 1]?.word === "money";
    if (/^(?:forged|forging)$/.test(token.word)) return near(-5, 6, "severe.record");
    if (/^(?:insolven|bankrupt)/.test(token.word))
      return (
        !nearWord(
          -8,
          0,
          /^(?:clients?|suppliers?|customers?|restaurant|firms?|employer|law|in|of|corporate|personal)$/,
        ) || nearWord(-4, 0, /^(?:filed|company)$/)
      );
    return true;
  }
  if (is(token, "severe.invent"))
    return (
      near(-6, 5, "severe.record") && !near(-3, 2, "verb.handle") && !/^(?:steel|parts)$/.test(next?.word ?? "")
    );
  if (token.word === "altering" || token.word === "faking" || token.word === "inventing")
    return near(0, 5, "severe.record", "noun.over") && true;
  if (/^(?:dismissed|sacked|fired)$/.test(token.word)) return isDismissal(tokens, at);
  if (token.word === "struck" && next?.word === "off") return true;
  if (/^(?:barred|banned|disqualified|expelled)$/.test(token.word))
    return (
      (nearWord(1, 3, /^(?:from|as)$/) && nearWord(-3, 0, /^(?:was|were|been|is|and|,)$|^$/)) ||
      (at === 0 && nearWord(1, 3, /^from$/))
    );
  if (/^(?:imprisoned|jailed|sentenced|prosecuted|convicted|indicted)$/.test(token.word))
    return nearWord(-4, 0, /^(?:was|were|been|is|and)$/) || at === 0;
  if (token.word === "guilty") return nearWord(-4, 0, /^(?:found|pleaded|pled|verdict)$/);
  if (is(token, "severe.licence"))
    return (
      near(-4, 6, "severe.taken") &&
      !nearWord(-6, 6, /^(?:driving|fishing|software|dog|television|keys?|never)$/) &&
      !nearWord(1, 6, /^(?:in|on) (?:time)$/) &&
      takenFrom(tokens, at)
    );
  if (/^(?:administration|liquidation)$/.test(token.word))
    return (
      /^(?:into|in)$/.test(tokens[at - 1]?.word ?? "") &&
      nearWord(-4, 0, /^(?:went|goes|go|gone|put|placed|is|was|entered|forced)$/)
    );
  if (is(token, "severe.breach"))
    return near(-5, 6, "severe.law") && !nearWord(-3, 3, /^(?:analyst|detection|response|team|officer)$/);
  if (is(token, "severe.hurt"))
    return (
      near(-12, 13, "severe.cause") &&
      nearWord(
        -8,
        8,
        /^(?:worker|workers|fitter|patient|patients|child|pupil|man|woman|colleague|apprentice|resident|visitor|people|person|persons|accident|driver|labourer|passenger|customer|tenant|infant|baby|operator|student)$/,
      ) &&
      !near(-6, 0, "verb.down", "verb.end")
    );
  return false;
}

/** A person's, not a complaint's or a case's; and not by whoever is judged. */
function isDismissal(tokens: readonly Token[], at: number): boolean {
  const before = tokens.slice(Math.max(0, at - 7), at);
  if (
    before.some(({ word }) =>
      /^(?:complaints?|claims?|case|cases|appeals?|charges?|lawsuits?|allegations?|actions?|suits?|accusations?|bricks?|clay|coal|gas|kiln|wood|bill|objections?|grievances?|unfairly)$/.test(
        word,
      ),
    )
  )
    return false;
  const isPassive = before.slice(-4).some(({ word }) => /^(?:was|were|been|being|got|is)$/.test(word));
  const next = tokens[at + 1]?.word ?? "";
  return isPassive || (at <= 1 && /^(?:for|from|in|after|without|by|on|with|following|summarily)$/.test(next));
}

/** `lost her licence`, `registration was suspended`; not `withdrawn cancelled stock, licence renewed`. */
function takenFrom(tokens: readonly Token[], at: number): boolean {
  const around = tokens.slice(Math.max(0, at - 4), at + 6);
  return around.some(
    (token, index) => is(token, "severe.taken") && !DENIED.test(around[index - 1]?.word ?? ""),
  );
}
