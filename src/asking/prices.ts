import { contentWords, stems } from "../models/simulated/rules/criteria.ts";
import type { Statement } from "../models/simulated/rules/read.ts";
import type { Point } from "../scenario/schema/casebook.ts";
import type { Criterion } from "../scenario/schema/scenario.ts";
import type { NamedChoice } from "./choices.ts";

/** A statement that speaks of one choice, and what it asks for it. */
type NamedPrice = {
  readonly statement: Statement;
  readonly choice: NamedChoice;
  readonly shown: string;
  readonly value: number;
  /** Currency, period and what it is for: only amounts of one kind are compared. */
  readonly kind: string;
};

/** So far apart at least: a dearer offer that is dearer by less is as dear. */
const LEAST_GAP = 0.02;
const STRENGTH = 0.5;
/** What is halfway between the lowest and the highest says nothing. */
const LEAST_TOLD = 0.1;

/**
 * What prices show that are named for several choices: of amounts in one currency, for one period and one thing, the
 * lowest speaks for its choice and the highest against. A choice with two amounts of a kind is compared in neither.
 */
export function pricePoints(
  spoken: readonly { readonly statement: Statement; readonly choice: NamedChoice }[],
  criteria: readonly Criterion[],
): readonly Point[] {
  const criterion = moneyCriterion(criteria);
  if (!criterion) return [];
  const asked = spoken.flatMap(({ statement, choice }) => amountsIn(statement, choice));
  const kinds = [...new Set(asked.map(({ kind }) => kind))];
  const done = new Set<Statement>();
  return kinds.flatMap((kind): Point[] => {
    const all = asked.filter((each) => each.kind === kind);
    const single = all.filter((one) => all.filter(({ choice }) => choice === one.choice).length === 1);
    const values = single.map(({ value }) => value);
    const [least, most] = [Math.min(...values), Math.max(...values)];
    const named = (amount: number) => single.find(({ value }) => value === amount)?.choice.name ?? "";
    if (single.length < 2 || most - least <= LEAST_GAP * most) return [];
    return single.flatMap((each): Point[] => {
      const { statement, choice, shown, value } = each;
      const place = 1 - (2 * (value - least)) / (most - least);
      const bears = Math.round(STRENGTH * place * 100) / 100;
      // Words of its own on its price are read already: `the lowest of the three`.
      if (Math.abs(bears) < LEAST_TOLD || statement.point || done.has(statement)) return [];
      done.add(statement);
      const told =
        value === least
          ? `the least of the ${single.length} that name one`
          : value === most
            ? `the most of the ${single.length} that name one`
            : bears > 0
              ? `less than ${named(most)}`
              : `more than ${named(least)}`;
      return [
        {
          id: `price-of-${choice.id.toLowerCase().replaceAll("_", "-")}-${kinds.indexOf(kind) + 1}`,
          ref: `${statement.document}#L${statement.line}`,
          quote: statement.text.replace(/[\s;,:]+$/u, ""),
          says: `${choice.name} asks ${shown}, ${told}`,
          bears: { [criterion.id]: bears },
          against: [],
          candidate: choice.id,
        },
      ];
    });
  });
}

function moneyCriterion(criteria: readonly Criterion[]): Criterion | undefined {
  const isOfMoney = ({ id, name, keywords }: Criterion) =>
    /\b(?:cost|price|money|budget)/i.test(`${id} ${name} ${keywords.join(" ")}`);
  return (
    criteria.find(({ id }) => id === "cost") ??
    criteria.find(isOfMoney) ??
    (criteria.length === 1 ? criteria[0] : undefined)
  );
}

const AMOUNT =
  /(?:([£$€])\s?|\b(EUR|USD|GBP|CHF)\s?)(\d[\d.,]*\d|\d)\s?(k|m|thousand|million)?\b|\b(\d[\d.,]*\d|\d)\s?(k|m|thousand|million)?\s?([£€]|euros?|dollars?|pounds?|francs?)(?!\p{L})/giu;
const PERIOD =
  /^\s*(?:\p{L}+ )?(?:(?:a|an|per|each|every)\s+|\/\s*)(\p{L}+)(?:\s*(?:,|and|a|per|\/)\s*(?:a |per )?(year|month|week|day))?/iu;
const YEARLY = /^\s*(yearly|annually|monthly|weekly|daily|once)\b/i;
const CURRENCIES = new Map(
  Object.entries({ "£": "gbp", $: "usd", "€": "eur", euro: "eur", dollar: "usd", pound: "gbp", franc: "chf" }),
);
/** Words that only say that an amount is a price. */
const PRICING = new Set(
  stems(
    "cost costs price prices priced offer offers quote quotation asks ask charges charge total fee fees pay",
  ),
);

function amountsIn(statement: Statement, choice: NamedChoice): NamedPrice[] {
  const { text } = statement;
  const name = new Set(stems(choice.name));
  let from = 0;
  return [...text.matchAll(AMOUNT)].flatMap((found): NamedPrice[] => {
    const [whole, sign, code, first, firstScale, second, secondScale, word] = found;
    const before = text.slice(from, found.index);
    from = found.index + whole.length;
    const value = numberIn(first ?? second ?? "", firstScale ?? secondScale);
    const currency = (sign ?? code ?? word ?? "").toLowerCase().replace(/s$/, "");
    const after = text.slice(from);
    // `12,400 or 13,000 a year`: the period is of both.
    const rest = after.replace(/^\s*(?:or|to|and|-|–)\s*(?:EUR|USD|GBP|CHF|[£$€])?\s?[\d.,]+/i, "");
    const period = PERIOD.exec(rest) ?? YEARLY.exec(rest);
    const per = (period?.slice(1).filter(Boolean).map(unitOf) ?? []).sort().join(" ");
    const label = stems(before.split(/[,;:|(]/).at(-1) ?? "").filter(
      (each) => !PRICING.has(each) && !name.has(each),
    );
    // A price of something is compared with prices of that thing; an amount by the year is the price of all.
    const of = per === "" ? label.join(" ") : contentWords(before).length > 6 ? label.join(" ") : "";
    if (
      value === null ||
      /\b(?:save|saves|discount|rebate|less|off|from|up to)\b/i.test(
        `${before.slice(-24)} ${after.slice(0, 12)}`,
      )
    )
      return [];
    const shown = text.slice(found.index, from + (rest === after ? (period?.[0].length ?? 0) : 0)).trim();
    return [
      { statement, choice, value, shown, kind: [CURRENCIES.get(currency) ?? currency, per, of].join("|") },
    ];
  });
}

function unitOf(word: string): string {
  const said = word.toLowerCase().replace(/s$/, "");
  return (
    { yearly: "year", annually: "year", monthly: "month", weekly: "week", daily: "day", annum: "year" }[said] ??
    said
  );
}

const SCALES: Readonly<Record<string, number>> = { k: 1e3, thousand: 1e3, m: 1e6, million: 1e6 };

/** `12,400`, `12.400` and `9.50`: three digits after the last mark are thousands. */
function numberIn(text: string, scale: string | undefined): number | null {
  const plain = text.replaceAll(/[.,](?=\d{3}(?:\D|$))/g, "").replace(",", ".");
  const value = Number(plain) * (SCALES[(scale ?? "").toLowerCase()] ?? 1);
  return Number.isFinite(value) && value > 0 ? value : null;
}
