import type { Kind } from "../kind.ts";

/** Questions to a colleague about such a passage; {who} and {h} as in frames. */
export const QUESTIONS: Readonly<Record<Kind, readonly string[]>> = {
  dispute: [
    "{who}, could we live with {h} if it were decided against us?",
    "How would you explain {h} to somebody who reads it in the newspaper, {who}?",
    "{who}, is {h} a matter of principle for you, or of price?",
  ],
  terms: [
    "{who}, would you sign with {h} as it stands?",
    "What would you ask for in return for {h}, {who}?",
    "{who}, is {h} a matter for the lawyers, or for us?",
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
  absence: [
    "{who}, could we live with {h} for a year?",
    "{who}, did you find anything that I missed on {h}?",
    "Would you have let {h} pass in your own field, {who}?",
  ],
  independent: [
    "{who}, does {h} count for as much in your field as it does in mine?",
    "Who stood to gain from {h}, as far as you can see, {who}?",
    "{who}, would you accept {h} as proof if it spoke the other way?",
  ],
  testimony: [
    "{who}, whom would you have asked instead about {h}?",
    "What do you hear between the lines of {h}, {who}?",
    "{who}, would people say of us what they say in {h}?",
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
  relief: [
    "{who}, would you expect {h} to hold in a busy season?",
    "What else changed at the time of {h}, {who}?",
    "{who}, is {h} enough to build on?",
  ],
  strain: [
    "{who}, how long could your own people carry {h}?",
    "What would you do about {h} first, {who}?",
    "{who}, does {h} stop by itself, in your experience?",
  ],
  operation: [
    "{who}, what would break first behind {h}?",
    "How much work do you see behind {h}, {who}, as one who runs such things?",
    "{who}, would you take over {h} on Monday?",
  ],
  delivery: [
    "{who}, what does {h} tell you about the next promise?",
    "Would you rely on {h} if your own name depended on it, {who}?",
    "{who}, how hard is {h} really, for people who do it every day?",
  ],
  founding: [
    "{who}, what would become of {h} without its founder?",
    "Is {h} an achievement, {who}, or a good intention that survived?",
    "{who}, would you have started {h} in their place?",
  ],
  invention: [
    "{who}, would anybody in your field have come to {h} without them?",
    "How long does {h} stay ahead, {who}, before somebody copies it?",
    "{who}, what would you build on {h}?",
  ],
  recognition: [
    "{who}, do people in your field take {h} as seriously as it sounds?",
    "What would you set against {h}, {who}?",
    "{who}, is {h} about the past or about the future?",
  ],
  scholarship: [
    "{who}, is {h} read in your field, or only counted?",
    "What is left of {h}, {who}, if you strike out the name of the journal?",
    "{who}, does {h} tell you how they work, or only that they do?",
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
  proof: [
    "{who}, does {h} leave you in doubt, or only uneasy?",
    "What else could explain {h}, {who}?",
    "{who}, would you rest somebody's liberty on {h}?",
    "How sure would {h} have to be for you, {who}?",
    "{who}, what would you think of {h} if it spoke the other way?",
  ],
  breach: [
    "{who}, where would {h} have been caught under your own rules?",
    "What would you have done on the day {h} came to light, {who}?",
    "{who}, does {h} look to you like haste, or like indifference?",
  ],
  bond: [
    "{who}, whose first year would {h} make harder?",
    "Have you ever worked around {h}, {who}, and what did it cost?",
    "{who}, would {h} keep you from signing, or only from celebrating?",
  ],
  runway: [
    "{who}, what has to happen before {h} runs out?",
    "How early would you raise the alarm over {h}, {who}?",
    "{who}, would you negotiate differently with {h} in mind?",
  ],
  price: [
    "{who}, at what figure would {h} stop troubling you?",
    "Compared with what does {h} look right or wrong to you, {who}?",
    "{who}, would you defend {h} before people who pay less?",
  ],
  rival: [
    "{who}, how many would go over to {h} within a year?",
    "What can be done here that {h} cannot copy, {who}?",
    "{who}, do you take {h} for a threat, or for advertising?",
  ],
  skill: [
    "{who}, how would you test {h} in an hour?",
    "Is {h} rare in your field, {who}, or the entrance fee?",
    "{who}, does {h} grow stale without practice?",
  ],
  other: [
    "{who}, how do you read {h}?",
    "What does somebody from your field make of {h}, {who}?",
    "{who}, would {h} weigh as much with you as with me?",
  ],
};
