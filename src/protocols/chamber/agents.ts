export const ARBITER = {
  id: "arbiter",
  name: "Arbiter",
  title: "Arbiter",
  manner: "Plain and exact: states what all say, how they truly differ, and what follows.",
} as const;

export const CLASSIFIER = {
  id: "classifier",
  name: "Classifier",
  title: "Classifier",
  manner: "Two booleans and the points at issue.",
} as const;

export const CHECKER = {
  id: "checker",
  name: "Checker",
  title: "Checker of claims",
  manner: "States what the documents hold on a claim, with its place, and nothing else.",
} as const;

export const BY_RULE = "none";
