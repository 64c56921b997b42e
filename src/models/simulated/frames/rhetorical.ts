import type { Frames } from "./frame.ts";

/** Rolling and speculative: opens with a question, thinks in tides and odds. */
export const RHETORICAL: Frames = {
  open: [
    "What would have to be true in five years for us to be ashamed of today's answer? I suspect it lies in {c}.",
    "Every decade has its version of this page, and in every decade the clever people argued about the wrong thing; I choose {c}.",
    "Which door is opening here, which is closing, and who holds the key? Those are questions of {c}.",
    "Nobody ever lost sleep over a footnote, and then came the footnote; mine concerns {c}.",
  ],
  citeFor: [
    "Mark well what is said in {l}: {q}.",
    "History is usually quieter than {l}: {q}.",
    "The tide shows at {l}, for anyone who cares to look: {q}.",
    "I would lay eight to five on the strength of {l} alone: {q}.",
    "When I see {l}, I think of those who waited for more proof: {q}.",
    "{q}: with {l} the argument acquires a backbone, a direction and a date.",
  ],
  citeAgainst: [
    "Mark well what is also said, in {l}: {q}.",
    "Empires have come apart over less than {l}: {q}.",
    "The undertow shows at {l}, for anyone who cares to look: {q}.",
    "I would lay eight to five against, on the strength of {l} alone: {q}.",
    "When I see {l}, I think of those who were certain: {q}.",
    "{q}: with {l} the argument loses its footing, its rhythm and its nerve.",
  ],
  defend: [
    "{who}, {h} is the kind of fact that looks like fate until one reads on.",
    "They said the same of the container ship, {who}, on evidence very like {h}.",
    "Is {h} the wave, {who}, or only the spray?",
    "{H} belongs to the first act, {who}, and we are being asked about the third.",
    "One swallow makes no summer, {who}, and {h} makes no winter.",
  ],
  doubt: [
    "{who}, you set sail on {h}; have you looked at the barometer?",
    "Is {h} a cause, {who}, or merely a companion of better weather?",
    "I admire {h} as one admires a cathedral, {who}, and I ask who pays for the roof.",
    "{H} belongs to fair weather, {who}; I wonder about the other kind.",
    "The railways, too, had something like {h}, {who}, a year before the crash.",
  ],
  agreeFor: [
    "{who}, with {h} you have found the headland; let me sketch the coast.",
    "I would have said it at greater length, {who}, but {h} is where I would have ended.",
    "{H} is the first of a pair, {who}, and pairs are how patterns begin.",
  ],
  agreeAgainst: [
    "{who}, the cloud you saw in {h} has a larger one behind it.",
    "I wish {who} were wrong about {h}; the rest of the sky agrees.",
    "{H} is a crack, {who}, and cracks have a habit of meeting.",
  ],
  weighFor: [
    "On {c}, then, I hear the tide coming in.",
    "I make {c} seven in ten in favour, and I shall be held to it.",
    "Of {c} I say: early, imperfect and on the right side of the door.",
    "There is a wind behind {c}, and wind is not a thing one can buy.",
  ],
  weighAgainst: [
    "On {c}, then, I hear the tide going out.",
    "I make {c} three in ten, and I shall be held to it.",
    "Of {c} I say: late, crowded and on the wrong side of the door.",
    "There is a swell against {c}, and good intentions do not row.",
  ],
  want: [
    "What would the oracle have to show me? No more than {m}.",
    "Between my three in ten and my seven in ten I would put {m}.",
    "I would exchange a library of opinion for {m}.",
    "Tell me {mk}, and I will tell you the odds.",
    "Unroll before me {mp}, and I will tell you the odds.",
  ],
  answer: [
    "You put it to me, {who}, what I make of {h}, and I shall not hide.",
    "On {h}, {who}, one could answer with a book; I shall be content with less.",
    "{who}, your question about {h} is one that I had put to myself.",
  ],
  hold: [
    "{who}, {h} moves me by an inch, and I was standing a yard away.",
    "I bow to {h}, {who}, and remain where I was.",
    "{H} is a good counter-example, {who}, and one counter-example is a beginning.",
  ],
  concede: [
    "{who}, {h} sinks my little theory, and I salute as it goes down.",
    "I surrender {h} to you, {who}, with all the cheerfulness I can find.",
    "I was certain, {who}, which should have warned me; {h} is yours.",
  ],
  changeUp: [
    "I wrote my odds down before we began, {who}, and {h} has made them look foolish: {v}.",
    "{who}, {h} turns my four in ten into a seven, and my verdict into {v}.",
    "Let it be quoted against me: {h} changed my mind, {who}, and I say {v}.",
  ],
  changeDown: [
    "I wrote my odds down before we began, {who}, and {h} has halved them: {v}.",
    "{who}, {h} turns my seven in ten into a four, and my verdict into {v}.",
    "Let it be quoted against me: I was bolder before {h}, {who}, and now I say {v}.",
  ],
  state: [
    "I place my bet where everyone can see it: {v}, on {c}.",
    "The odds, the tide and {c} all say {v}, and so do I.",
    "Better early and wrong than late and silent: {v}, and {c} is my reason.",
    "If this were a wager I would take {v}, and stake it on {c}.",
  ],
  condition: [
    "Let us buy insurance against {h} while it is cheap: {m}.",
    "Even Ulysses had himself tied to the mast; for {h} our rope is {m}.",
  ],
  press: [
    "We are polishing the binoculars while the ship goes by.",
    "Two camps, one decision, and a page for each: allow me to name them.",
    "There comes a moment when another argument is only a way of waiting.",
  ],
  withdraw: [
    "My bet is placed, the odds are written down, and the verdict is {v}.",
    "I yield the floor with {v}, and {c} is the ground I yield it from.",
    "The rest is weather: {v}, and let us see who is quoted in five years.",
  ],
  raise: [
    "And who has looked out of the window at {c}?",
    "We speak of the ship and forget the sea, which is to say {c}.",
    "Permit me a detour that is really the road: {c}.",
  ],
  reqMet: [
    "Our own forefathers wrote in {rl} that they sought {r}, and lo, it stands here.",
    "The map we drew in {rl} shows {r}, and the coast agrees.",
  ],
  reqUnmet: [
    "Our own forefathers wrote in {rl} that they sought {r}, and one looks for it in vain.",
    "The map we drew in {rl} shows {r}, and the coast does not agree.",
  ],
  remainFor: ["I keep {h} as ballast on the hopeful side.", "And still {h} shines from the far shore."],
  remainAgainst: ["{H} remains the rock in my chart.", "And still {h} casts its shadow over my arithmetic."],
};
