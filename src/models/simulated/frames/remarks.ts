import type { Kind } from "../lexicon.ts";

/** What can be said of a passage because of the kind of thing it reports. No slots: each is said once a meeting at most. */
export const REMARKS: Readonly<Record<Kind, readonly string[]>> = {
  dispute: [
    "An open claim is small until somebody else decides how large it is.",
    "The amount matters less to me than who found it first.",
    "What is still contested cannot be counted as finished.",
    "A quarrel with an outsider has a way of becoming everybody's calendar.",
    "Rules are easy to keep when nobody is in a hurry, and this was the other case.",
    "I would separate the breach from the habit, and so far I cannot tell which it is.",
    "Somebody outside had to point it out, and that part stays with me.",
    "One can insure against the sum, hardly against the headline.",
  ],
  complaint: [
    "People complain last to those who could change something.",
    "Behind one complaint that is written down stand several that are not.",
    "It is a matter of tone until somebody leaves over it.",
    "I take grumbling seriously when it comes with a date.",
    "That sort of friction never shows in a total.",
    "Whoever wrote that had tried something else before.",
  ],
  error: [
    "A result that has to be taken back was once believed by somebody.",
    "The number that was printed first is the one people remember.",
    "It is an honest mistake until the next one.",
    "Somebody built on it before anyone noticed.",
    "I ask less how it happened than why nobody checked.",
    "Precision is a habit, and habits have lapses.",
  ],
  repair: [
    "The mistake was made once; the repair was made in public.",
    "People who mend things with the lights on are not common.",
    "How somebody behaves on the day after an error tells me more than the error.",
    "It cost something to do that, and it was done anyway.",
    "A correction that comes with a date and a method is worth two clean pages.",
    "That is what I would want to happen the next time something goes wrong, and there is always a next time.",
    "A record without any repair in it would make me more nervous.",
    "The speed of it counts, and so does the fact that it was written down.",
  ],
  departure: [
    "People vote with their feet long before they vote with their hands.",
    "Whoever leaves early takes an explanation along that we do not have.",
    "One departure is an event; I start counting at two.",
    "The reasons people give at the door are usually the polite half.",
    "A short stay can be a wise decision or a warning, and the page does not say which.",
    "Everything that was learned in that time left through the same door.",
    "It is cheap to replace a name and expensive to replace what the name knew.",
  ],
  setback: [
    "Nobody sets out to fail, so I ask what was known beforehand.",
    "A failure this plain can be a lesson or a pattern, and one instance does not tell.",
    "Ambition does not excuse it, though it may explain it.",
    "The sum that was lost is on the page; the trust that was lost is not.",
    "What went wrong there would go wrong here under the same pressure.",
    "I have no quarrel with risk, only with risk that somebody else pays for.",
    "It is not a near miss when the thing has to be written down as a loss.",
    "The decision before it interests me more than the event itself.",
  ],
  delay: [
    "A date that slips once is a surprise; a date that slips twice is a method.",
    "Somebody planned around the date that was not kept.",
    "Slowness is a virtue until other people are waiting for it.",
    "There was a good reason for the delay, as there always is.",
    "I do not mind lateness half as much as lateness that nobody announced.",
    "Whoever waits also pays, and never appears in the report.",
    "Quality takes time, and so does indecision; from outside they look alike.",
  ],
  gap: [
    "What is missing cannot be graded, only priced.",
    "It can be learned, and somebody will have to pay for the lesson.",
    "A gap that is named on the page is at least an honest gap.",
    "We would be the place where this is tried for the first time.",
    "An absence like that never shows in the first quarter.",
    "That is not a matter of degree, because it is simply not there.",
    "I would plan as if it will stay missing for a year.",
    "The question is whether somebody beside them can fill it.",
  ],
  independent: [
    "Somebody with no stake in the answer reached the same result.",
    "It is the judgement of outsiders that I trust on this.",
    "Strangers do not say such things out of politeness.",
    "That was not said by its author, and therein lies its worth.",
    "Agreement costs nothing at home and a good deal abroad.",
    "If others have tried to break it and could not, I need fewer adjectives.",
    "One outside witness is worth several pages of self-description.",
    "I should have been content with less than that.",
  ],
  growth: [
    "A direction tells me more than a level.",
    "The starting point was low, and that makes the distance honest.",
    "Something must have been changed on purpose for that to happen.",
    "Two points make a line, not yet a law, but the line points the right way.",
    "It improved under the same hands that started it.",
    "Whoever can do that once knows at least where the lever is.",
    "I ask of any improvement whether it was bought, and I see no receipt for this one.",
    "Progress forgives much, though it hides some of it too.",
  ],
  decline: [
    "A slope is worse news than a level.",
    "It did not fall in one bad quarter; it went on falling.",
    "Something changed, and the page does not say what.",
    "One can explain every step of it and still end up lower.",
    "Trends of that sort do not stop because we have noticed them.",
    "The next figure in that row is the one I fear.",
    "By the time it shows in the total, it is old news.",
  ],
  delivery: [
    "It was promised, and then it was there.",
    "Finished things have fewer friends than brilliant ones, and more users.",
    "Anyone can start; the verb I look for is in the past tense.",
    "Somebody had to stop improving it and let it go.",
    "It had to work on days when nobody was watching.",
    "Deadlines kept in a row are a form of character.",
    "The distance between an idea and that sentence is about two years of unglamorous work.",
    "A thing that runs answers many questions that a thing that is planned cannot.",
  ],
  recognition: [
    "Prizes are given by people who have seen the competition.",
    "Applause fades, but a jury has at least compared.",
    "I discount honours by half, and a good deal is left here.",
    "Somebody had to argue for that in a room like this one.",
    "It proves attention rather than substance, but attention from those who know.",
    "That does not happen by sending the same thing twice.",
    "The honour is past; the ability behind it usually is not.",
  ],
  people: [
    "What others became in the meantime is the better half of any record.",
    "One does not get there alone, and nobody pretends it here.",
    "Talent attracts, and patience keeps.",
    "I look at who was lifted, not only at who was leading.",
    "Groups do not build themselves while one is busy elsewhere.",
    "That is slow work, and it rarely gets a headline.",
  ],
  plan: [
    "A plan is a promise with the date still wet.",
    "It may well come true, and I would not yet spend it.",
    "Intentions are cheap in spring and expensive in autumn.",
    "The interesting column is the one for what has already happened.",
    "Between here and there stands somebody who has to do it.",
    "I give half credit for a plan and the rest on arrival.",
  ],
  scale: [
    "At that size, accidents have become statistics.",
    "Numbers of that order are hard to fake for long.",
    "Size alone proves little, but it makes luck less likely.",
    "Whatever else it is, it is not a laboratory curiosity.",
    "The large number is impressive; the small one next to it is informative.",
    "I ask of every big number how many of them came back.",
    "Each of them could have chosen something else.",
  ],
  money: [
    "Money is a blunt instrument, but it measures what people give up.",
    "A sum tells me what was paid, not what it was worth.",
    "Somebody had to sign for that amount.",
    "I would ask what the same money had done elsewhere.",
    "The amount is less interesting than its direction.",
    "Cash has the advantage of not arguing back.",
    "That line decides how many mistakes one may still make.",
  ],
  other: [
    "It is a small sentence with a long shadow.",
    "I do not want to make more of it than it is, nor less.",
    "Read on its own it is modest; read with the rest it is not.",
    "One could pass over it, and I think one should not.",
    "That is the sort of line which explains three others.",
    "It was written without emphasis, which is why I noticed.",
  ],
};

/** What one would want to know about such a passage, as a noun phrase. */
export const MISSING: Readonly<Record<Kind, readonly string[]>> = {
  dispute: [
    "a written opinion on how it is likely to end",
    "the date by which it will be settled",
    "the correspondence from the weeks before it became public",
  ],
  complaint: [
    "the other side of that conversation",
    "a sign that the complaint was heard",
    "the same question put to those people today",
  ],
  error: [
    "proof that the same check now comes before publication",
    "a list of what else was built on it",
    "the name of whoever found it",
  ],
  repair: [
    "proof that the new procedure has been tested since",
    "the same procedure applied a second time",
    "a check by somebody who was not involved in the repair",
  ],
  departure: [
    "the reasons in the words of those who left",
    "the count of departures in the last twelve months",
    "a conversation with one of the people who left",
  ],
  setback: [
    "the file from the month before it failed",
    "the decision that would be taken differently today",
    "a second attempt that did not end the same way",
  ],
  delay: [
    "the original plan beside the actual dates",
    "a note of who was told about the delay",
    "one hard deadline kept since then",
  ],
  gap: [
    "a named person who covers that gap from the first day",
    "evidence of how quickly something comparable was learned",
    "a plan for the first six months that does without it",
  ],
  independent: [
    "a word on how the outsiders were chosen",
    "the full report and not only its conclusion",
    "a second confirmation from a less friendly quarter",
  ],
  growth: [
    "the figure for the year after",
    "the same curve from elsewhere in that period",
    "the part of it that would have come anyway",
  ],
  decline: [
    "the figure for the current quarter",
    "a cause for the fall that has since been removed",
    "one period in which it did not fall",
  ],
  delivery: [
    "a list of what was cut to finish on time",
    "the state of it a year after delivery",
    "the word of somebody who depends on it daily",
  ],
  recognition: [
    "the list of others who were considered",
    "anything of the same rank from the last two years",
    "an account of what became of it after the applause",
  ],
  people: [
    "the opinion of those people today",
    "a line on where they are two years later",
    "the names of those who did not get as far",
  ],
  plan: ["a date with a name beside it", "the first milestone, met", "the budget that goes with the plan"],
  scale: [
    "the share that stays after the first year",
    "the cost of serving one more of them",
    "the share that came in the last twelve months",
  ],
  money: [
    "the same figure for the year before",
    "the reserve that is left if it goes wrong",
    "a breakdown of where it went",
  ],
  other: [
    "a second source that says so",
    "the context it was written in",
    "the same thing in the words of somebody outside",
  ],
};

/** The same where nothing closer is left to wish for. */
export const WISHES: readonly string[] = [
  "the opinion of somebody who would lose by it",
  "the same page as it looked a year ago",
  "one conversation with somebody who was there",
  "the version that a critic would have written",
  "an hour with the author of that line",
  "two independent readings of the same facts",
  "the footnote that belongs to that sentence",
  "the working papers behind that sentence",
  "an outside view of the same period",
  "an answer to one plain question, namely why",
  "the part of the file we were not sent",
  "the minutes of the day it was decided",
  "the names behind the passive voice",
  "a comparison with the next best case",
  "the page that comes after this one",
  "somebody who argued the opposite at the time",
  "a second opinion from outside this room",
  "the first draft of that paragraph",
];

/** Questions to a colleague about such a passage; {who} and {h} as in frames. */
export const QUESTIONS: Readonly<Record<Kind, readonly string[]>> = {
  dispute: [
    "{who}, could we live with {h} if it were decided against us?",
    "How would you explain {h} to somebody who reads it in the newspaper, {who}?",
    "{who}, is {h} a matter of principle for you, or of price?",
  ],
  complaint: [
    "{who}, would you have complained about {h} yourself?",
    "Who in your experience speaks up as in {h}, {who}?",
    "{who}, does {h} sound to you like one bad week?",
  ],
  error: [
    "{who}, would your own checks have caught {h}?",
    "How much does {h} take away from the rest for you, {who}?",
    "{who}, do you read {h} as carelessness or as honesty?",
  ],
  repair: [
    "{who}, does {h} restore your confidence, or only your sympathy?",
    "Would {h} have happened without pressure from outside, do you think, {who}?",
    "{who}, how much of the original fault does {h} take away for you?",
  ],
  departure: [
    "{who}, how many such departures would you need before {h} worried you?",
    "What do you suppose was said on the last day behind {h}, {who}?",
    "{who}, is {h} a matter of people or of circumstances?",
  ],
  setback: [
    "{who}, what should have been seen before {h}?",
    "Would {h} be forgiven in your own department, {who}?",
    "{who}, do you read {h} as bad judgement or as bad luck?",
  ],
  delay: [
    "{who}, who would be waiting if {h} repeated itself here?",
    "How much of {h} could you absorb in your own plans, {who}?",
    "{who}, is {h} slowness or thoroughness, in your experience?",
  ],
  gap: [
    "{who}, who would fill {h} on the first day?",
    "How long does it take to learn what {h} says is missing, {who}?",
    "{who}, could you work next to {h} for a year?",
  ],
  independent: [
    "{who}, does {h} count for as much in your field as it does in mine?",
    "Who stood to gain from {h}, as far as you can see, {who}?",
    "{who}, would you accept {h} as proof if it spoke the other way?",
  ],
  growth: [
    "{who}, is {h} long enough to be called a trend?",
    "What would you say drove {h}, {who}?",
    "{who}, do you expect {h} to continue without a push?",
  ],
  decline: [
    "{who}, where do you see {h} stopping?",
    "What would have to change before {h} turned, {who}?",
    "{who}, is {h} something terms could repair?",
  ],
  delivery: [
    "{who}, what does {h} tell you about the next promise?",
    "Would you rely on {h} if your own name depended on it, {who}?",
    "{who}, how hard is {h} really, for people who do it every day?",
  ],
  recognition: [
    "{who}, do people in your field take {h} as seriously as it sounds?",
    "What would you set against {h}, {who}?",
    "{who}, is {h} about the past or about the future?",
  ],
  people: [
    "{who}, what would those concerned say about {h} if we asked them?",
    "Does {h} scale to something three times the size, {who}?",
    "{who}, would you have wanted to be part of {h}?",
  ],
  plan: [
    "{who}, what would you pay today for {h}?",
    "Which part of {h} do you believe, {who}, and which do you merely hope for?",
    "{who}, who exactly would have to deliver {h}?",
  ],
  scale: [
    "{who}, what does {h} look like once you take away the largest part?",
    "Is {h} large for your field, {who}, or only for mine?",
    "{who}, how much of {h} would still be there next year?",
  ],
  money: [
    "{who}, is {h} a fair price for what it buys?",
    "What happens to your reading if {h} is off by a third, {who}?",
    "{who}, how would you hedge {h}?",
  ],
  other: [
    "{who}, how do you read {h}?",
    "What does somebody from your field make of {h}, {who}?",
    "{who}, would {h} weigh as much with you as with me?",
  ],
};

/** Ways to bring in a line of one's own convictions; {x} is a noun phrase. */
export const CONVICTIONS: readonly string[] = [
  "I am always looking for {x}, and this comes close.",
  "What persuades me in general is {x}; here I find a trace of it.",
  "My weakness, as you know, is {x}.",
  "Give me {x} and I am half won.",
  "That is as near as paper comes to {x}.",
];

/** The same for what one dreads. */
export const DREADS: readonly string[] = [
  "Few things make me more uneasy than {x}, and this smells of it.",
  "I have learned to be afraid of {x}.",
  "My old fear is {x}, and I cannot say it is absent here.",
  "If there is one thing I distrust, it is {x}.",
  "That is uncomfortably close to {x}.",
];
