import type { Frames } from "./frame.ts";

/** Short and commercial: verbs first, no detours. */
export const BRISK: Frames = {
  open: [
    "Start with {c}, because that is what somebody pays for.",
    "I read this the way a customer would, so {c} came first.",
    "Skip the adjectives and look at {c}.",
    "Three pages in, I had one question, and it was {c}.",
  ],
  citeFor: [
    "Take {l} and tell me what you would set against it: {q}.",
    "Have a look at {l} before you argue: {q}.",
    "Somebody put their name to {l}: {q}.",
    "Here is what I would lead with, {l}: {q}.",
    "To any customer who rings I would show {l}: {q}.",
    "{q}, says {l}, and I would put it on the first slide.",
  ],
  citeAgainst: [
    "Take {l} and imagine explaining it to a customer: {q}.",
    "Nobody opens a bottle before reading {l}: {q}.",
    "Sooner or later somebody makes an awkward phone call about {l}: {q}.",
    "Here is the bill, {l}: {q}.",
    "From any customer who rings I would hide {l}: {q}.",
    "{q}, says {l}, and that costs real money.",
  ],
  defend: [
    "{who}, {h} is on the page, and so is the next thing I read out.",
    "Fine, {h} is ugly, {who}; now read what else is there.",
    "Price {h} for me, {who}, and then price the alternative.",
    "{H} would scare me too, {who}, if it were all there is.",
    "Call {h} a scar, {who}, and not a wound.",
  ],
  doubt: [
    "{who}, {h} gets a round of applause, and then come the questions.",
    "Nice line, {who}, but {h} does not answer the phone at night.",
    "{H} looks good on a slide, {who}; here is the part that is not on the slide.",
    "Ask what {h} was worth the year after, {who}.",
    "Park {h} for a second, {who}, and read on to the end.",
  ],
  agreeFor: [
    "Seconded, {who}: {h} is the real thing, and it has company.",
    "{who}, {h} alone would get my attention, and there is more.",
    "Add this to {h}, {who}, and the case gets simple.",
  ],
  agreeAgainst: [
    "Same bruise, {who}: {h} is not the only one.",
    "{who} calls out {h}, and I would double it.",
    "Put {h} next to this, {who}, and tell me it is bad luck.",
  ],
  weighFor: [
    "That makes {c} something I can take to the bank.",
    "Sold, as far as {c} is concerned.",
    "Good enough on {c}, and better than most we see.",
    "I would put my own name under {c}.",
  ],
  weighAgainst: [
    "That makes {c} a cost, not an asset.",
    "Not sold, as far as {c} is concerned.",
    "On {c} somebody will be ringing me, and soon.",
    "I would not put my own name under {c}.",
  ],
  want: [
    "Get me {m}, and we are done here.",
    "Cheap to find out, worth a lot: {mk}.",
    "Somebody please send round {mp}.",
    "The one thing I would still pay for is {m}.",
    "Before anyone signs, dig up {m}.",
  ],
  answer: [
    "You get my answer on {h} straight away, {who}.",
    "You want a straight answer on {h}, {who}; here it is.",
    "{who}, {h} is a fair thing to ask about, so let me be blunt.",
  ],
  hold: [
    "{who}, I note {h}, and it changes nothing in my sums.",
    "Not buying it, {who}: {h} belongs on another bill.",
    "Keep {h}, {who}; I keep the point I made.",
  ],
  concede: [
    "Fair hit, {who}; I had not priced in {h}.",
    "You win that one, {who}: {h} counts for more than I said.",
    "All right, {who}, {h} takes my argument off the table.",
  ],
  changeUp: [
    "Change my line to {v}, {who}; {h} is a fact with a receipt, and I do not argue with those.",
    "{who}, {h} closed the sale, and I move to {v}.",
    "I am not too proud to move: {h} makes it {v}, {who}.",
  ],
  changeDown: [
    "Change my line to {v}, {who}; {h} is too expensive to ignore.",
    "{who}, {h} cost this one a grade with me: {v}.",
    "I was about to sign, {who}, until {h}; make it {v}.",
  ],
  state: [
    "My number is in: {v}, and {c} is why.",
    "Cut it short: {v}, and the driver is {c}.",
    "Here is my vote, no garnish: {v}, on {c}.",
    "Read the label on my vote and it says {v}, on account of {c}.",
  ],
  condition: [
    "Write it into the paper: {m}, or {h} comes back in month four.",
    "Deal with {h} up front: {m}, with a date and a name.",
  ],
  press: [
    "We are paying for this room by the hour, so here is the choice.",
    "Enough footnotes for one morning; somebody should decide something.",
    "Leaving this open has a price as well, and it rises every week.",
  ],
  withdraw: [
    "Done here: {v}, and I have calls to make.",
    "Nothing I hear now would change {v}, so I stop selling.",
    "My vote stays {v}, and {c} is what holds it there.",
  ],
  raise: [
    "Nobody has put a price on {c} yet.",
    "Change of subject, because {c} pays the bills.",
    "Talk to me about {c}, since nobody else has.",
  ],
  reqMet: [
    "We placed the order in {rl}, for {r}: delivered.",
    "We asked for {r} in {rl}, and this is what arrived.",
  ],
  reqUnmet: [
    "We put the order in writing in {rl}, for {r}: not delivered.",
    "We asked for {r} in {rl}, and this is what arrived instead.",
  ],
  remainFor: [
    "Credit where it is due: {h} still pays.",
    "I have not forgotten {h}, and neither would a buyer.",
  ],
  remainAgainst: ["{H} stays on the invoice.", "Somebody still has to own {h} after we vote."],
};
