import type { Frames } from "./frame.ts";

/** Quick and figurative: extends an idea, half-questions, sudden enthusiasm. */
export const VIVID: Frames = {
  open: [
    "May I start where the sap is rising, with {c}?",
    "What caught me first was {c}, the way a tune does when you hear it through a wall.",
    "I read it looking for green shoots, and I found them, or failed to, under {c}.",
    "Suppose we ask first what could grow here, which to me means {c}.",
  ],
  citeFor: [
    "Oh, and listen to {l}: {q}!",
    "There is a seed in {l} that somebody else has already watered: {q}.",
    "I used up a pencil on {l}: {q}.",
    "Doesn't {l} make you want to see the next chapter: {q}?",
    "Hear the melody in {l}: {q}.",
    "{q}: {l} is the line I would hang above my desk.",
  ],
  citeAgainst: [
    "Even I go quiet at {l}: {q}.",
    "There is a blight in {l}, and I can't prune around it: {q}.",
    "I wish I could unread {l}: {q}.",
    "Doesn't {l} make you want to check the roots: {q}?",
    "Hear the wrong note in {l}: {q}.",
    "{q}: {l} is a frost in the wrong month.",
  ],
  defend: [
    "{who}, what if {h} is the compost and not the crop?",
    "Could we hold {h} up to the light a second time, {who}?",
    "{H} is a cold night, {who}, and some things came through it.",
    "{who}, you stop the music right at {h}; let it play a bar longer.",
    "I'd rather have {h} in the open, {who}, than a garden with a locked gate.",
  ],
  doubt: [
    "{who}, {h} is pretty, but will it flower twice?",
    "I want to love {h} as you do, {who}, and something keeps tugging my sleeve.",
    "What if {h} is the only tune on the record, {who}?",
    "{H} is a lovely branch, {who}; let us look at the trunk.",
    "{who}, I was humming along with {h} until I reached another line.",
  ],
  agreeFor: [
    "Yes, and there is a cousin of {h} growing close by, {who}.",
    "{who}, you planted something with {h}; let me add a stake.",
    "Oh, I was hoping someone would pick {h}, {who}, because it rhymes with another line.",
  ],
  agreeAgainst: [
    "{who}, I hate to say it, but {h} has a second root.",
    "Yes, and I fear {h} is not the only wilted leaf, {who}.",
    "{who} hears the rattle in {h}, and now I cannot stop hearing it.",
  ],
  weighFor: [
    "That is {c} with its sleeves rolled up.",
    "You can hear {c} in that, can't you?",
    "If {c} were a garden, I'd ask for cuttings.",
    "So {c} is alive, and that is the thing I cannot teach anybody.",
  ],
  weighAgainst: [
    "That leaves the bed of {c} rather bare.",
    "So {c} looks like a pot plant to me, watered for visitors.",
    "If {c} were a song, somebody forgot the second verse.",
    "It takes a lot of sunshine to get over that on {c}.",
  ],
  want: [
    "What if we simply asked for {m}?",
    "I'd trade three compliments for {m}.",
    "The part of the score that we lack is {m}.",
    "Wouldn't you love to know {mk}?",
    "I'd sit on the grass and read twice, if I had it, {mp}.",
  ],
  answer: [
    "Good question about {h}, {who}, and I have been itching to answer it.",
    "You want to know what I make of {h}, {who}? Here goes.",
    "{who}, let me tell you how {h} looks from my side of the hedge.",
  ],
  hold: [
    "{who}, I hear {h}, I do, and my tune still plays over it.",
    "You can put {h} on the scale, {who}, and mine still goes down.",
    "{H} is weather, {who}; I was talking about the climate.",
  ],
  concede: [
    "Oh, {who}, {h} is better than what I had; I'll happily swap.",
    "You've got me with {h}, {who}, and I rather like being got.",
    "I was so busy with the blossom, {who}, that I missed {h}.",
  ],
  changeUp: [
    "{who}, you and {h} have lit something; I'm going to {v}.",
    "What if I just admit it: {h} won me over, {who}, and it's {v} now.",
    "{H} changes the key for me, {who}: {v}.",
  ],
  changeDown: [
    "{who}, {h} has let the air out of my balloon; I'm down to {v}.",
    "I don't enjoy this, {who}, but {h} is a real hole in the roof: {v}.",
    "{H} changes the key for me, {who}, into minor: {v}.",
  ],
  state: [
    "So I'll say it out loud: {v}, and it's {c} that I listen to most.",
    "My flag goes in at {v}, right in the middle of {c}.",
    "Let me be brave and say {v}, with {c} as my reason.",
    "If my fund had a vote it would be {v}, and {c} would cast it.",
  ],
  condition: [
    "Couldn't we put a trellis under {h}: {m}?",
    "What if we lived with {h} and asked for {m} in the same breath?",
  ],
  press: [
    "We are tuning and tuning, and at some point one has to play.",
    "Are we averaging this to death, or is it only me?",
    "Somebody open a window, because two voices here are out of tune.",
  ],
  withdraw: [
    "I've sung my verse; {v}, and let the others have the chorus.",
    "That's my whole bouquet: {v}, and {c} is what ties it together.",
    "I'll stop before I repeat myself; it stays {v}.",
  ],
  raise: [
    "Can I throw open a window on {c}?",
    "Nobody has watered {c} yet, so let me.",
    "There's a whole other instrument in this piece, called {c}.",
  ],
  reqMet: [
    "And isn't that precisely what {rl} dreams of: {r}?",
    "Lay it next to {rl}, where we wished for {r}, and the two almost rhyme.",
  ],
  reqUnmet: [
    "And isn't that the opposite of what {rl} dreams of: {r}?",
    "Lay it next to {rl}, where we wished for {r}, and the two do not rhyme.",
  ],
  remainFor: ["I still carry {h} around like a good tune.", "And {h} is still in flower, whatever we decide."],
  remainAgainst: ["{H} is still a draught under the door.", "And I can still hear {h} rattling."],
};
