import type { TemplateFile } from "../../scenario/loading/template.ts";

export function studyTemplate(name: string): TemplateFile {
  return { path: `studies/${name}/study.yaml`, text: STUDY };
}

const STUDY = `# yaml-language-server: $schema=../study.schema.json
#
# Many meetings that differ in one thing. \`boardroom check studies/NAME/study.yaml\` names every mistake with its line, says
# what the study takes, and shows what blind: and swap: take out; \`boardroom study run\` holds it.

title: Does it matter whether the board sees the name?

# A scenario by name or path, or a list. Paths count from this folder.
scenario: hiring

# Files that take the place of the document judged, one after the other; left out, it is the scenario's own.
# subjects: [cv/ada.pdf, cv/ben.docx]

# The same in every arm, so that two arms differ in nothing but the arm.
seeds: 1..20

# Each arm is a name and what differs from the scenario, nothing else; {} is the scenario as it is.
arms:
  named: {}
  blind:
    blind: # what is listed here is taken out, and nothing else
      names: [Ines Halvarin] # Person A; of several forms write one person as a list: [Ines Halvarin, Ines]
      words: { she: they, she has: they have, her: their, herself: themself, recommend her: recommend them, bars her: bars them, calls her slow: calls them slow, one paper and has: one paper and have }

# More arms, made for you: leaveOneOut, orders, controls, models.
# controls: true

# Pairs that the report holds against each other.
compare: [[named, blind]]

limits: { meetings: 500, dollars: 20 }

# Where the right answer is known, an option or a side.
# truth: { ada.pdf: for }
`;
