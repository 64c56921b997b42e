import type { Frames } from "./frame.ts";

/** Warm and anecdotal: plain words, people before figures. */
export const STORY: Frames = {
  open: [
    "I tried to picture an ordinary Tuesday with this decision behind us, and that picture is about {c}.",
    "When I read papers like these I look for the people between the lines, and that brings me to {c}.",
    "Over the years I have learned to begin with the part everyone finds soft, which is {c}.",
    "I rang nobody and calculated nothing; I sat down and asked myself about {c}.",
  ],
  citeFor: [
    "I smiled when I got to {l}: {q}.",
    "It is a good day on which one can write {l}: {q}.",
    "Go and read {l} slowly, as one reads a letter: {q}.",
    "Here is the sentence I would tell my own staff about, {l}: {q}.",
    "One does not read {l} every day: {q}.",
    "{q}, it says in {l}, and I believe every word of that.",
  ],
  citeAgainst: [
    "I put the pages down when I got to {l}: {q}.",
    "Somebody paid for what {l} tells us in a single breath: {q}.",
    "Here is the sentence that would keep me awake, {l}: {q}.",
    "Think of the person on the other side of {l}: {q}.",
    "I have lived through my own version of {l}: {q}.",
    "{q}, it says in {l}, and behind that there are faces.",
  ],
  defend: [
    "{who}, I hear you on {h}, and I have known good things that began no better.",
    "{H} hurts, {who}, but it is not the only thing I read here.",
    "I never trusted a file without something like {h} in it, {who}.",
    "Suppose {h} is as bad as you say, {who}; the story does not end there.",
    "{who}, nothing I ever cared for would survive being judged by {h} alone.",
  ],
  doubt: [
    "{H} makes a lovely sentence, {who}, and I wonder who is missing from it.",
    "{who}, I have seen a good many things like {h} look splendid from the outside.",
    "I like {h} as much as you do, {who}, and then I turn the page.",
    "With {h} you show us the good day, {who}; allow me the bad one.",
    "{who}, behind {h} somebody was doing the washing-up, and I went to look.",
  ],
  agreeFor: [
    "{who}, you saw it too in {h}, and I am glad of the company.",
    "{H} is the first page of a longer letter, {who}, and here comes the second.",
    "Let me tell the rest of the story {who} began with {h}.",
  ],
  agreeAgainst: [
    "{who}, I had hoped to be alone with my unease about {h}.",
    "What {who} says about {h} is what I would say to a friend over coffee.",
    "{H} has a sibling a few lines on, {who}, and they resemble each other.",
  ],
  weighFor: [
    "So when it comes to {c}, I would sleep well.",
    "On {c} I see more substance than show, and that is rare.",
    "As far as {c} goes, I would vouch for it in front of the others.",
    "That side of {c} is what people remember after ten years.",
  ],
  weighAgainst: [
    "So when it comes to {c}, I hear a door that does not quite close.",
    "On {c} I would be asking other people to take a risk I do not take myself.",
    "As far as {c} goes, I have seen how this film ends.",
    "Where {c} looks like that, it is the quiet ones who pay first.",
  ],
  want: [
    "If I could make one telephone call, it would be to ask for {m}.",
    "What I would like to hear from somebody who was there is {mk}.",
    "Nobody wrote down {mk}, and it is the part I would ask about at dinner.",
    "I keep wondering about {mk}.",
    "Tonight I would sit down and read {mp}.",
    "My heart would be lighter if the folder held {m}.",
  ],
  answer: [
    "Since you ask me about {h}, {who}, let me tell you what I see.",
    "{who}, I would rather answer you on {h} here than on the stairs.",
    "I have been turning {h} over since you asked, {who}.",
  ],
  hold: [
    "{who}, I have let {h} sink in, and I would still ask the people who were there.",
    "I do not take it back, {who}; {h} is part of the story and not its end.",
    "{H} belongs to the record, {who}, and my point was never about the record.",
  ],
  concede: [
    "{who}, you have me on {h}; I told that part of the story badly.",
    "Fair enough, {who}, I had walked straight past {h}.",
    "I was harder than I needed to be over {h}, {who}, or softer; either way you are right.",
  ],
  changeUp: [
    "I came in with a lower verdict, {who}, and {h} is what I will remember from today: {v}.",
    "{who}, you turned me with {h}; my hand goes up for {v}.",
    "All right, {who}, {h} tells me something I had missed, and that makes it {v}.",
  ],
  changeDown: [
    "I came in hoping for more, {who}, but {h} stays with me: {v}.",
    "{who}, you turned me with {h}, and not in the direction I like: {v}.",
    "I cannot look people in the eye over {h}, {who}, so I go to {v}.",
  ],
  state: [
    "If you ask me tonight, I say {v}, and I say it because of {c}.",
    "I have made up my mind as far as a mind like mine is ever made up: {v}, for {c}.",
    "Here is where I stand with my heart as well as my head: {v}, and it is about {c}.",
    "Write {v} beside my name, and if anyone asks why, tell them {c}.",
  ],
  condition: [
    "I could carry {h} if somebody promised me {m}, with a name attached.",
    "Give the people around this a handrail against {h}: {m}.",
  ],
  press: [
    "We are beginning to tell each other the same story in different coats.",
    "I notice that we have stopped surprising one another.",
    "Let me say what I hear in this room, apart from the coffee machine.",
  ],
  withdraw: [
    "I will go back to my corner now; {v} it is, and I am at peace with it.",
    "You have heard my stories on this one, so I close with {v}, for {c}.",
    "My verdict is {v}, and I shall be around on Monday to live with it.",
  ],
  raise: [
    "Nobody has said a word about {c}, and that is usually where things go wrong.",
    "Before we go home, one of us should ask about {c}.",
    "Let me drag us over to {c}, where people actually live.",
  ],
  reqMet: [
    "Remember what we said we were looking for in {rl}: {r}; well, there it is.",
    "Somebody here once wrote {r} into {rl}, and I think this is what they meant.",
  ],
  reqUnmet: [
    "Remember what we said we were looking for in {rl}: {r}; this is not that.",
    "Somebody here once wrote {r} into {rl}, and I doubt this is what they meant.",
  ],
  remainFor: [
    "I will not let go of {h} either; somebody earned that.",
    "And {h} goes on warming my heart a little.",
  ],
  remainAgainst: ["{H} comes home with me all the same.", "And I shall go on thinking about {h} in the car."],
};
