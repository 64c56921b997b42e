import type { Kind } from "../reading/kind.ts";
import type { Asking } from "./questions.ts";

/** Questions about what was built, delivered and brought to size. */
export const ON_WORKS = {
  operation: [
    [
      "{who}, what would break first behind {h}?",
      "Nothing essential would break first; it has had its chances by now.",
      "The small things would break first, and those are mended quickly.",
      "The people behind it would break first, long before the machine.",
      "Whatever nobody has written down would break first.",
    ],
    [
      "How much work do you see behind {h}, {who}, as one who runs such things?",
      "I see years of work behind it, and most of it was done well.",
      "A great deal of work, and of the kind that nobody applauds.",
      "I see a good deal of work behind it that will have to be done again.",
      "As much work as it takes, and I cannot see from here who does it.",
    ],
    [
      "{who}, would you take over {h} on Monday?",
      "I would take it over on Monday and sleep on Tuesday.",
      "On Monday, yes; it looks like something one can be handed.",
      "I would not take it over on Monday without the list of what has gone wrong.",
      "Not on Monday: first I would want somebody to show me the alarms.",
    ],
  ],
  delivery: [
    [
      "{who}, what does {h} tell you about the next promise?",
      "It tells me that the next promise will be kept as well, give or take a month.",
      "About the next promise it tells me enough to listen to it.",
      "It tells me about that promise, and the next one is a different one.",
      "Little about the next promise; the first one is always kept with everybody's help.",
    ],
    [
      "Would you rely on {h} if your own name depended on it, {who}?",
      "I would rely on it with my own name, and that is not said lightly.",
      "With my name on it I would still rely on it.",
      "If my own name depended on it I would ask for one more look.",
      "I would rely on it for a small thing, not for my name.",
    ],
    [
      "{who}, how hard is {h} really, for people who do it every day?",
      "It is hard even for people who do it every day; that is why I value it.",
      "Harder than it reads, for those who do it daily.",
      "For people who do it every day it is a good day's work and no more.",
      "It is less hard than it reads, if you have done it before.",
    ],
  ],
  founding: [
    [
      "{who}, what would become of {h} without its founder?",
      "Without its founder it would go on; it looks as if it already does.",
      "It would survive the founder, I think, which is the best one can say.",
      "Without its founder I give it a year.",
      "It would become a memory, unless somebody else has the key by now.",
    ],
    [
      "Is {h} an achievement, {who}, or a good intention that survived?",
      "An achievement: good intentions do not survive on their own.",
      "I call it an achievement, and not a small one.",
      "A good intention that survived, and survival is worth something.",
      "So far it is the intention that I see, and I wait for the achievement.",
    ],
    [
      "{who}, would you have started {h} in their place?",
      "In their place I would have started it, if I had had the courage.",
      "I would have, and later than they did.",
      "In their place I would have finished something else first.",
      "I would not have started it without knowing who keeps it going.",
    ],
  ],
  invention: [
    [
      "{who}, would anybody in your field have come to {h} without them?",
      "Nobody in my field had come to it, and we had the same years to do it in.",
      "Perhaps somebody would have, but much later and not as well.",
      "Somebody in my field would have come to it before long.",
      "Others would have come to it, I think; it was the next step.",
    ],
    [
      "How long does {h} stay ahead, {who}, before somebody copies it?",
      "It stays ahead for some years, since copying it is work as well.",
      "Long enough to be paid for, in my estimate.",
      "It stays ahead until somebody larger takes an interest, and that is not long.",
      "Somebody copies it within two years, with or without the paper.",
    ],
    [
      "{who}, what would you build on {h}?",
      "I would build the next product on it and not think twice.",
      "A good deal: it is the kind of thing that carries other things.",
      "I would build nothing on it before somebody else has tried.",
      "On that alone I would build a demonstration, not a house.",
    ],
  ],
  scale: [
    [
      "{who}, what does {h} look like once you take away the largest part?",
      "Take away the largest part and it still looks respectable.",
      "Without the largest part it is smaller and no less convincing.",
      "Once the largest part is gone it looks rather ordinary.",
      "Take the largest part away and I would not have mentioned it.",
    ],
    [
      "Is {h} large for your field, {who}, or only for mine?",
      "It is large for my field as well.",
      "Large by any field that I know.",
      "For my field it is of middling size.",
      "It is large for yours, I think; in mine it would pass without comment.",
    ],
    [
      "{who}, how much of {h} would still be there next year?",
      "Next year nearly all of it would still be there, as I see it.",
      "Most of it, because it was not bought.",
      "By next year I would expect a third of it to be gone.",
      "I would not promise anyone that half of it is there next year.",
    ],
  ],
  skill: [
    [
      "{who}, how would you test {h} in an hour?",
      "In an hour I would give it a real task, and I expect that it would pass.",
      "An hour beside somebody who does it would be test enough, and I am not worried.",
      "I would test it with the one case that nobody prepares for.",
      "In an hour one can test whether it is there and not how deep it goes.",
    ],
    [
      "Is {h} rare in your field, {who}, or the entrance fee?",
      "It is rare in my field, at least to that degree.",
      "Rarer than people claim, so I count it.",
      "In my field it is the entrance fee.",
      "The entrance fee, I am afraid; everybody at the table has paid it.",
    ],
    [
      "{who}, does {h} grow stale without practice?",
      "It does not grow stale quickly once one really has it.",
      "Such a thing keeps for years, in my experience.",
      "It grows stale within a year or two, and I do not see the practice.",
      "Without practice, yes, and sooner than its owner notices.",
    ],
  ],
} as const satisfies Partial<Readonly<Record<Kind, readonly Asking[]>>>;
