export type CommandSummary = { readonly summary: string };

export function overview(commands: Readonly<Record<string, CommandSummary>>): string {
  const width = Math.max(...Object.keys(commands).map((name) => name.length)) + 2;
  const lines = Object.entries(commands).map(([name, { summary }]) => `  ${name.padEnd(width)}${summary}`);
  return `Usage: boardroom <command> [options]

Hold a meeting of personas and see who decided what, and why.

Commands:
${lines.join("\n")}
  ${"help".padEnd(width)}show help for a command

Options:
  ${"-V, --version".padEnd(width)}print the version
  ${"-h, --help".padEnd(width)}show this help; after a command, help for it

Examples:
  boardroom run hiring                     hold it with simulated members
  boardroom run hiring --model anthropic:claude-sonnet-5-5
  boardroom verdicts transcripts/hiring-7  the table again, also as CSV or JSON
  boardroom check ./my-case                find mistakes; calls no model
  boardroom help run                       its flags, with examples

Exit codes:
  0 decided   1 our fault; of validate-claims: something does not hold
  2 usage or configuration   5 transcript damaged, or not what was written
  3 split, hung, no consensus, more data wanted, undecided or partial;
    of verify: not comparable
  4 suspended by a provider or a budget   6 waiting for a person
  7 an option found that nobody has accepted
  130, 143, 129, 131 stopped by SIGINT, SIGTERM, SIGHUP, SIGQUIT;
  the meeting can be resumed
`;
}
