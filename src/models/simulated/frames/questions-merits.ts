import type { Kind } from "../reading/kind.ts";
import type { Asking } from "./questions.ts";

/** Questions about what mostly speaks for: how it was mended, seen by others, and grew. */
export const ON_MERITS = {
  repair: [
    [
      "{who}, does {h} restore your confidence, or only your sympathy?",
      "It restores my confidence, because it was not owed to anybody.",
      "My confidence, and I had not expected to say so.",
      "Only my sympathy: confidence comes when it has not been needed for a while.",
      "It has my sympathy, and my confidence waits for the next occasion.",
    ],
    [
      "Would {h} have happened without pressure from outside, do you think, {who}?",
      "I think it would have happened without pressure; nobody was pressing yet.",
      "It would have happened anyway, only later and with less noise.",
      "Without pressure from outside I do not think it would have happened.",
      "I think somebody outside was already asking, and that is when such things happen.",
    ],
    [
      "{who}, how much of the original fault does {h} take away for you?",
      "It takes away all of the fault that can still be taken away.",
      "For me most of the original fault is paid for by it.",
      "The original fault stays where it was; only the day after looks better.",
      "It takes away the half of it that was about manners.",
    ],
  ],
  independent: [
    [
      "{who}, does {h} count for as much in your field as it does in mine?",
      "In my field it counts for as much as in yours, and perhaps for more.",
      "It counts with us in the same way: outsiders are believed first.",
      "In my field it counts for less, because we ask what was tested and not by whom.",
      "It counts for something with us, though not for as much as with you.",
    ],
    [
      "Who stood to gain from {h}, as far as you can see, {who}?",
      "As far as I can see nobody stood to gain from it, which is its whole value.",
      "Only those who wanted to know stood to gain.",
      "Those whom it flatters stood to gain, and I have not seen who asked for it.",
      "As far as I can see somebody stood to gain whichever way it came out well.",
    ],
    [
      "{who}, would you accept {h} as proof if it spoke the other way?",
      "I would accept it if it spoke the other way, so I must accept it now.",
      "Spoken the other way it would have convinced me just as quickly.",
      "If it spoke the other way I would ask for a second one, and so I ask for it here.",
      "As proof I would accept it in neither direction, only as a sign.",
    ],
  ],
  testimony: [
    [
      "{who}, whom would you have asked instead about {h}?",
      "I would have asked the same people; they are the ones who know.",
      "Nobody else: whoever has to live with the result is the right witness.",
      "I would have asked somebody who was not on the list we were given.",
      "Instead I would have asked those who said no, because their reasons are free.",
    ],
    [
      "What do you hear between the lines of {h}, {who}?",
      "Between the lines I hear the same as on them, which is rare.",
      "I hear people who would say it again if nobody wrote it down.",
      "Between the lines I hear what was not asked.",
      "I hear politeness there, and I cannot tell how much of it.",
    ],
    [
      "{who}, would people say of us what they say in {h}?",
      "I should be glad if people said half as much of us.",
      "Of us they would say it on a good day, so I take it seriously.",
      "People would say it of us as well if we had chosen whom to ask.",
      "They would say something just as kind of us, and it would prove as little.",
    ],
  ],
  growth: [
    [
      "{who}, is {h} long enough to be called a trend?",
      "It is long enough for me to call it a trend.",
      "A trend, yes: luck does not usually last that long.",
      "It is too short to be called a trend, and I would call it a good start.",
      "Long enough to hope, not long enough for the word trend.",
    ],
    [
      "What would you say drove {h}, {who}?",
      "I would say that their own work drove it, since nothing else moved at the time.",
      "Good decisions drove it, as far as a page can show that.",
      "I cannot say what drove it, and nor can the page, which is my trouble with it.",
      "I would say that favourable weather drove a good part of it.",
    ],
    [
      "{who}, do you expect {h} to continue without a push?",
      "I expect it to continue, more slowly and without a push.",
      "It will continue on its own for a while, as I see it.",
      "Without a push I expect it to flatten within the year.",
      "I do not expect it to continue, because the easy part comes first.",
    ],
  ],
  relief: [
    [
      "{who}, would you expect {h} to hold in a busy season?",
      "I would expect it to hold in a busy season, perhaps with a dent.",
      "It should hold, because it did not come from a quiet spell.",
      "In a busy season I would expect half of it to be gone.",
      "I would not count on it before I had seen one busy season.",
    ],
    [
      "What else changed at the time of {h}, {who}?",
      "Nothing else that I can find changed at the time, so I give it the credit.",
      "I find no second change in these pages that would explain it away.",
      "Something else always changes at the time, and nobody has ruled it out.",
      "What else changed the page does not say, and without that I hold back.",
    ],
    [
      "{who}, is {h} enough to build on?",
      "It is enough to build on, as foundations in these pages go.",
      "I would build on it, one storey at a time.",
      "On its own it is not enough to build on.",
      "It is a good sign and a poor foundation.",
    ],
  ],
  people: [
    [
      "{who}, what would those concerned say about {h} if we asked them?",
      "Those concerned would say the same, I believe, and at greater length.",
      "If we asked them, I think they would be warmer than the page is.",
      "Those concerned might say something else, and that is why I would ask.",
      "I do not know what they would say, and the page was not written by them.",
    ],
    [
      "Does {h} scale to something three times the size, {who}?",
      "At three times the size it would still work, because it rests on habit.",
      "It scales, I think: what was done there does not depend on knowing everybody.",
      "At three times the size I would expect it to come apart.",
      "It does not scale by itself; it has the size of one person's attention.",
    ],
    [
      "{who}, would you have wanted to be part of {h}?",
      "I would have wanted to be part of it, and not only for the result.",
      "Yes, and I say so of few things in these pages.",
      "I would have wanted to be part of it for a year and then be told where it leads.",
      "Not particularly: I would have asked who gets the credit.",
    ],
  ],
  recognition: [
    [
      "{who}, do people in your field take {h} as seriously as it sounds?",
      "People in my field take it as seriously as it sounds, and for good reason.",
      "It is taken seriously with us, and it is not easily had.",
      "In my field it sounds better than it is taken.",
      "We take that politely, which is not the same as seriously.",
    ],
    [
      "What would you set against {h}, {who}?",
      "I have nothing of weight to set against it, and I have looked.",
      "Against it I would set only its age, and that is not an argument.",
      "I would set one line against it, and each of us can weigh the two.",
      "There is something to set against it, and it stands in the same pages.",
      "seeks",
    ],
    [
      "{who}, is {h} about the past or about the future?",
      "About the future as well: what earned it has not gone away.",
      "It is about the past, as every honour is, and I would bet on a repetition.",
      "About the past, and we are not deciding about the past.",
      "It tells me about the past; for the future I look elsewhere.",
    ],
  ],
  scholarship: [
    [
      "{who}, is {h} read in your field, or only counted?",
      "It is read in my field, by people who do not count.",
      "Read, as far as I can see, and used by some who never met the author.",
      "In my field such things are counted first and read by a few.",
      "Only counted, I suspect, and counting is what I trust least.",
    ],
    [
      "What is left of {h}, {who}, if you strike out the name of the journal?",
      "Strike out the name and the work is left, which is the larger part.",
      "Without the name there is still a result that somebody else can use.",
      "Without the name there is a claim left, and I would want to see it used.",
      "Strike out the name and I am left with less than I should like.",
    ],
    [
      "{who}, does {h} tell you how they work, or only that they do?",
      "It does tell me how they work: patiently, and where others can check it.",
      "How they work, yes, because such a thing is not done in a hurry.",
      "It tells me that they work; how, I would have to ask those beside them.",
      "Only that they do, and that was never in doubt.",
    ],
  ],
} as const satisfies Partial<Readonly<Record<Kind, readonly Asking[]>>>;
