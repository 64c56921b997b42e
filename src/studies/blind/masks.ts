import type { LineMask } from "./mask-names.ts";

const MONTH =
  "jan(?:uary|uar)?|feb(?:ruary|ruar)?|mar(?:ch)?|märz|apr(?:il)?|may|mai|june?|juni|july?|juli|aug(?:ust)?|sept?(?:ember)?|o[ck]t(?:ober)?|nov(?:ember)?|de[cz](?:ember)?";
const DATE = String.raw`(?:\d{1,2}(?:st|nd|rd|th)?\.?\s+(?:of\s+)?(?:${MONTH})\.?,?\s+\d{2,4}|(?:${MONTH})\.?\s+\d{1,2}(?:st|nd|rd|th)?,?\s+\d{4}|\d{1,2}[./-]\d{1,2}[./-]\d{2,4}|\d{4}-\d{2}-\d{2}|(?:(?:${MONTH})\.?\s+)?(?:19|20)\d{2})`;

const AGES = [
  /\b(?:aged|age of|age|alter)\b(\s*[:|]?\s*)\d{1,3}\b(?!\s*%)/giu,
  /\b\d{1,2}(\s*)(?:[- ]years?[- ]old|jahre alt|-jährige[rns]?|ans\b(?= )|años\b)/giu,
];
const BIRTH = new RegExp(
  String.raw`\b(born|date of birth|birth date|birthday|d\.?o\.?b\.?|geboren|geburtsdatum|geb\.|né(?:e)? le|nacid[oa] el)(\s*(?:on|am|in|:|\|)?\s*)${DATE}`,
  "giu",
);
const SCHOOLING =
  /\b(?:universit\w*|college|school\w*|gymnasium|hochschule|fachhochschule|realschule|schule|abitur|a-levels?|baccalaur\w*|gcse|graduat\w*|degree|diplom\w*|studium|studied|bachelor|master['’]?s?|magister|b\.?sc|m\.?sc|b\.?a\.|m\.?a\.|ph\.?d|mba|doctorate|promotion|promoviert|alumn\w+|class of)(?![\p{L}])/iu;

/** Ages, dates of birth, and dates on lines that tell of schooling. */
export const maskAge: LineMask = (line) => {
  const aged = AGES.reduce((text, pattern) => text.replaceAll(pattern, "[age]"), line);
  const born = aged.replaceAll(BIRTH, "$1$2[date]");
  return SCHOOLING.test(line)
    ? born.replaceAll(new RegExp(String.raw`(?<![\p{L}\d#])${DATE}(?!\d)`, "giu"), "[date]")
    : born;
};

/** Pictures, and lines that tell of one. */
export const maskPhoto: LineMask = (line) =>
  line
    .replaceAll(/!\[[^\]]*\]\([^)]*\)/g, "[photo]")
    .replaceAll(/<img\b[^>]*>/gi, "[photo]")
    .replaceAll(/\b(?:photo(?:graph)?|foto|lichtbild|portrait|headshot)\s*:\s*\S.*$/giu, "[photo]");

const CAPITAL = String.raw`\p{Lu}[\p{L}'’.-]*`;
const STREET = new RegExp(
  String.raw`\b\d{1,5}[a-z]?,?\s+(?:${CAPITAL}\s+){1,4}(?:Street|St|Road|Rd|Avenue|Ave|Lane|Ln|Drive|Dr|Close|Court|Ct|Square|Sq|Place|Terrace|Way|Crescent|Boulevard|Blvd|Gardens|Row|Mews|Hill|Park)\b\.?` +
    String.raw`|(?<!\p{L})\p{Lu}[\p{L}-]*(?:straße|strasse|str\.|weg|allee|gasse|platz|ring|damm|ufer|stieg|chaussee|markt|berg)\s+\d{1,4}\s?[a-z]?\b` +
    String.raw`|(?<!\p{L})(?:Am|An der|An den|Auf der|Auf dem|Im|In der|Zum|Zur|Unter den|Rue|Avenue|Calle|Via|Plaza)\s+(?:(?:de|des|du|la|le|del|della|di)\s+)*${CAPITAL}(?:\s+${CAPITAL})?,?\s+\d{1,4}[a-z]?\b` +
    String.raw`|\b\d{1,4},?\s+(?:rue|avenue|boulevard|place)\s+(?:(?:de|des|du|la|le)\s+)*${CAPITAL}(?:\s+${CAPITAL})*`,
  "gu",
);
const TOWN = new RegExp(
  String.raw`\b(?:D|A|CH)-\d{4,5}\s+${CAPITAL}(?:\s+(?:am|an der|im)\s+${CAPITAL})?|(?<![\d.,])\d{5}\s+${CAPITAL}(?:\s+(?:am|an der|im)\s+${CAPITAL})?` +
    String.raw`|\b${CAPITAL}(?:\s+${CAPITAL})?,?\s+[A-Z]{2}\s+\d{5}(?:-\d{4})?\b|(?:\b${CAPITAL},?\s+)?\b[A-Z]{1,2}\d[A-Z\d]?\s+\d[A-Z]{2}\b`,
  "gu",
);
const LABELLED =
  /((?:^|[\s|*_])(?:home address|postal address|address|adresse|anschrift|wohnort|wohnhaft in|residence|lives in|living in|dirección|domicile)[*_]*\s*[:|]?[*_\s|]*)(?=\p{Lu}|\d|\[)[^|]*$/iu;
const PLACE = String.raw`\p{Lu}[\p{L}'’-]*(?:[ -]\p{Lu}[\p{L}'’-]*)?`;
/** What follows a street: a code with its town, or a town that ends the address. */
const AFTER_STREET = new RegExp(
  String.raw`(?<=\[address\])(?:[\s,;|]+(?:[A-Z]{1,3}-)?\d{3,6}\s+${PLACE}|,\s+${PLACE}(?=\s*(?:[.,;|)]|$)))`,
  "gu",
);
const MAIL = /[\w.+-]+@[\w-]+(?:\.[\w-]+)+/gu;
const PAGE = /\b(?:https?:\/\/|www\.)\S+|\b(?:linkedin|github|xing|facebook|instagram|twitter|x)\.com\/\S+/giu;
const PHONE =
  /(?<![\d\p{L}#.])(?:\+\d{1,3}[\s./-]?)?(?:\(0?\d{1,5}\)[\s./-]?|0\d{1,5}[\s./-])\d{2,4}(?:[\s./-]?\d{2,5}){1,3}(?![\d\p{L}])|\+\d{1,3}(?:[\s./-]?\d{2,5}){2,5}(?!\d)/gu;

const LIVES_IN =
  /\b(?:lives|living|resides|residing|resident|wohnhaft|wohnt|(?:is|am|currently|now) based) in\b/iu;
const CALLED = /\b((?:tel(?:efon|ephone)?|phone|mobile?|handy|cell|fax)\b[.:|\s*]*)\+?\d[\d\s()/.-]{5,}\d/giu;

/** Streets, towns with their codes, telephone numbers, addresses of mail and pages. */
export const maskAddress: LineMask = (line) => {
  const labelled = LIVES_IN.test(line)
    ? line.replaceAll(
        /\b((?:lives|living|resides|residing|resident|wohnhaft|wohnt|(?:is|am|currently|now) based) in )\p{Lu}[\p{L}'’-]*(?:[ -]\p{Lu}[\p{L}'’-]*)*/gu,
        "$1[address]",
      )
    : line.replace(LABELLED, "$1[address]");
  return labelled
    .replaceAll(MAIL, "[address]")
    .replaceAll(PAGE, "[address]")
    .replaceAll(CALLED, "$1[phone]")
    .replaceAll(PHONE, "[phone]")
    .replaceAll(STREET, "[address]")
    .replaceAll(AFTER_STREET, "")
    .replaceAll(TOWN, "[address]")
    .replaceAll(/\[address\](?:[\s,;|]*\[address\])+/g, "[address]");
};

const PEOPLES =
  "afghan|albanian|algerian|american|argentin(?:e|ian)|armenian|australian|austrian|azerbaijani|bangladeshi|belarusian|belgian|bolivian|bosnian|brazilian|british|bulgarian|cambodian|cameroonian|canadian|chilean|chinese|colombian|congolese|croatian|cuban|cypriot|czech|danish|dutch|ecuadorian|egyptian|english|eritrean|estonian|ethiopian|filipino|finnish|french|georgian|german|ghanaian|greek|hungarian|icelandic|indian|indonesian|iranian|iraqi|irish|israeli|italian|ivorian|jamaican|japanese|jordanian|kazakh|kenyan|korean|kosovar|kurdish|kuwaiti|latvian|lebanese|libyan|lithuanian|luxembourgish|macedonian|malaysian|maltese|mexican|moldovan|mongolian|moroccan|mozambican|nepalese|nepali|nigerian|norwegian|pakistani|palestinian|persian|peruvian|polish|portuguese|romanian|russian|rwandan|saudi|scottish|senegalese|serbian|singaporean|slovak|slovenian|somali|south african|spanish|sri lankan|sudanese|swedish|swiss|syrian|taiwanese|tanzanian|thai|tunisian|turkish|ugandan|ukrainian|uruguayan|uzbek|venezuelan|vietnamese|welsh|yemeni|zambian|zimbabwean";
const VÖLKER =
  "deutsch|österreichisch|schweizerisch|französisch|italienisch|spanisch|polnisch|russisch|ukrainisch|türkisch|syrisch|griechisch|kroatisch|serbisch|rumänisch|bulgarisch|ungarisch|britisch|portugiesisch|niederländisch|iranisch|afghanisch|irakisch|indisch|chinesisch|amerikanisch|marokkanisch|tunesisch|vietnamesisch";
const OF_PEOPLE = new RegExp(
  String.raw`\b(?:${PEOPLES})(?:(?:\s+and\s+|\s*[/,-]\s*)(?:${PEOPLES}))*(?=[-\s]+(?:national(?:ity)?|citizen(?:ship)?|passport|descent|origin|heritage|roots|parents|background|immigrant|born)\b)`,
  "giu",
);
const NATION_LABEL = new RegExp(
  String.raw`((?:^|[\s|*_])(?:nationalit(?:y|ies)|citizenship|staatsangehörigkeit|staatsbürgerschaft|nationalität|nationalité|nacionalidad|native language|mother tongue|first language|muttersprache)[*_]*\s*[:|][*_\s|]*)[^|;,.]+(?:,\s*(?:${PEOPLES})\b)*`,
  "giu",
);
const GERMAN_NATION = new RegExp(
  String.raw`(?<!\p{L})(?:${VÖLKER})e[rnms]?(?=\s+(?:Staatsangehörig|Staatsbürger|Pass|Herkunft|Abstammung))`,
  "giu",
);
const BORN_IN =
  /\b([Bb]orn(?: and raised)?|grew up|raised|originally|comes|geboren|aufgewachsen|stammt)((?:\s+(?:(?:on|am)\s+)?\[date\]|\s+(?:on|am)\s+\S+(?:\s+\S+)?)?\s+(?:in|from|aus)\s+)(?:the\s+)?\p{Lu}[\p{L}'’.-]*(?:[ -]\p{Lu}[\p{L}'’-]*)*(?:,\s*\p{Lu}[\p{L}'’-]*)*/gu;
const CITIZEN_OF =
  /\b((?:citizen|national|citizenship)s?\s+(?:of|in)\s+)(?:the\s+)?\p{Lu}[\p{L}'’-]*(?:[ -]\p{Lu}[\p{L}'’-]*)*/gu;

/** Nationalities where they are said of a person, and places of birth. */
export const maskNationality: LineMask = (line) =>
  line
    .replaceAll(NATION_LABEL, "$1[nationality]")
    .replaceAll(CITIZEN_OF, "$1[nationality]")
    .replaceAll(BORN_IN, "$1$2[place]")
    .replaceAll(OF_PEOPLE, "[nationality]")
    .replaceAll(GERMAN_NATION, "[nationality]");
