type Groups = Readonly<Record<string, Readonly<Record<string, readonly [summary: string, ...unknown[]]>>>>;

/** A group without a name is not listed. */
export function overview(commands: Groups): string {
  const listed = Object.entries(commands).filter(([group]) => group !== "");
  const width = Math.max(...listed.flatMap(([, own]) => Object.keys(own).map(({ length }) => length))) + 3;
  const groups = listed.map(([group, own]) => {
    const lines = Object.entries(own).map(([name, [summary]]) => `  ${name.padEnd(width)}${summary}`);
    return [`${group}:`, ...lines].join("\n");
  });
  return `Simulate board meetings: personas debate a question and vote.

Usage: boardroom <command> [options]

${groups.join("\n\n")}

Options:
  -h, --help     Show help for a command
  -V, --version  Show the version

Examples:
  boardroom run hiring
  boardroom run hiring --model anthropic:claude-sonnet-5-5
  boardroom ask "Should we raise prices by 8 %?" --document figures.md
  boardroom report transcripts/hiring-34 --open

Exit codes:
  0  decided                 4  suspended (provider error or budget)
  1  internal error (verify: claims invalid)   5  transcript damaged or changed
  2  wrong usage or config   6  waiting for a person or approval
  3  no decision             7  decided, not yet accepted
  128+N  stopped by signal N; run "boardroom resume" to continue

Run "boardroom help <command>" for details.
`;
}
