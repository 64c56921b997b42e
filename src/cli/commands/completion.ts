// `boardroom completion`: prints a script for bash, zsh or fish, made from the commands and flags
// themselves.

import type { Command } from "commander";
import { EXIT } from "../../home/process/exit-codes.ts";
import { printText } from "../../home/process/io.ts";
import { groupBy } from "../../lists.ts";
import { defineCommand } from "../terminal/command.ts";

const SHELLS = ["bash", "zsh", "fish"] as const;

const HELP = `
Completes commands, flags, files, and the names of scenarios, personas, panels and meetings. The command boardroom must be on your PATH, for example after npm link.

In ~/.bashrc:  source <(boardroom completion bash)
In ~/.zshrc:   autoload -U compinit && compinit && source <(boardroom completion zsh)
In ~/.config/fish/config.fish:  boardroom completion fish | source

Examples:
  boardroom completion bash`;

export const command = defineCommand({
  arguments: [["<shell>", "Your shell", SHELLS]],
  help: HELP,
  run(io, [shell], _, own) {
    const program = own.parent ?? own;
    printText(io.stdout, SCRIPTS[shell](listPlaces(program), listValues(program)));
    return EXIT.decided;
  },
});

/** The first pattern that matches the first two words of a line counts. `names`: kinds of `completion names`. */
type CompletionCase = {
  pattern: string;
  words: string;
  flags: string;
  names: string;
};

/** Kinds of names by the name of an argument. */
const ARGUMENTS: Readonly<Record<string, string>> = {
  scenario: "scenarios",
  transcript: "meetings",
  transcripts: "meetings",
  other: "meetings",
  meeting: "scenarios meetings",
};

/** Kinds of names by flag, if need be of one command. `members` are ids that a model follows. */
const FLAG_VALUES: Readonly<Record<string, string>> = {
  "new --from": "scenarios",
  "--prior": "meetings",
  "--seats": "meetings",
  "--panel": "panels",
  "--model": "models",
  "--models": "models",
  "--arbiter": "models",
  "--member": "members",
  "--persona": "members",
  "--members": "personas",
  "--exclude": "personas",
  "--speaker": "personas",
  "--floor": "personas",
  "--whisper": "personas",
};

/** A pattern of the first word and the word before the cursor, for flags with a value of the same kind. */
type ValueCase = { patterns: readonly string[]; names: string };

function listValues(program: Command): readonly ValueCase[] {
  const options = listVisible(program).flatMap((command) =>
    [command, ...listVisible(command)].flatMap((each) =>
      each.options.map((option) => ({ command, option })),
    ),
  );
  const bare = new Set(
    options.flatMap(({ option }) => (option.required || option.optional ? [] : option.long)),
  );
  const valued = options.flatMap(({ command, option: { long, short } }) => {
    if (!long || bare.has(long)) return [];
    const own = `${command.name()} ${long}`;
    if (Object.hasOwn(FLAG_VALUES, own)) return { pattern: own, names: FLAG_VALUES[own] ?? "" };
    return [long, short].flatMap((flag) =>
      flag ? { pattern: `* ${flag}`, names: FLAG_VALUES[long] ?? "" } : [],
    );
  });
  // The patterns of one command come first, because the first that matches counts.
  const groups = groupBy(
    valued,
    ({ pattern, names }) => `${pattern.startsWith("*") ? 1 : 0} ${names}`,
  );
  return [...groups]
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([key, all]) => ({
      names: key.slice(2),
      patterns: [...new Set(all.map(({ pattern }) => pattern))],
    }));
}

function listPlaces(program: Command): readonly CompletionCase[] {
  const all = listVisible(program);
  const names = all.map((command) => command.name()).join(" ");
  return [
    { pattern: " ", words: names, flags: joinFlags(program), names: "" },
    { pattern: "help ", words: names, flags: "", names: "" },
    ...all.flatMap((command) => {
      const inner = listVisible(command);
      const of = inner.map((each) => createCase(`${command.name()} ${each.name()}`, each));
      const choices = command.registeredArguments[0]?.argChoices ?? [];
      const words = [...inner.map((each) => each.name()), ...choices].join(" ");
      const first = { ...createCase(`${command.name()} `, command), words };
      const flagged = first.names === "" ? [] : [createCase(`${command.name()} -*`, command)];
      return [...of, first, ...flagged, createCase(`${command.name()} *`, command)];
    }),
  ];
}

function createCase(pattern: string, command: Command): CompletionCase {
  const [argument, second] = command.registeredArguments;
  // After the first word, unless it is a flag, comes the next argument.
  const next = pattern.endsWith(" *") && !argument?.variadic ? second : argument;
  const names = ARGUMENTS[next?.name() ?? ""] ?? "";
  return { pattern, words: "", flags: joinFlags(command), names };
}

function listVisible(command: Command): readonly Command[] {
  return command.createHelp().visibleCommands(command);
}

function joinFlags(command: Command): string {
  const options = command.createHelp().visibleOptions(command);
  return options.flatMap(({ long }) => long ?? []).join(" ");
}

/** bash and zsh read a star as a pattern only outside quotes. */
function quotePattern(pattern: string): string {
  return `"${pattern.replaceAll("*", '"*"')}"`.replaceAll('""', "");
}

function formatCases(places: readonly CompletionCase[]): string {
  return places
    .map(
      ({ pattern, words, flags, names }) =>
        `    ${quotePattern(pattern)}) offer="${words}" flags="${flags}" names="${names}" ;;\n`,
    )
    .join("");
}

function formatValueCases(values: readonly ValueCase[]): string {
  return values
    .map(
      ({ names, patterns }) =>
        `    ${patterns.map(quotePattern).join("|")}) offer="" names="${names}" ;;\n`,
    )
    .join("");
}

const writeBash = (
  places: readonly CompletionCase[],
  values: readonly ValueCase[],
) => `# boardroom completion for bash
COMP_WORDBREAKS=\${COMP_WORDBREAKS//:}
_boardroom() {
  local first="" second="" offer="" flags="" names="" typed="\${COMP_WORDS[COMP_CWORD]}"
  if (( COMP_CWORD > 1 )); then first="\${COMP_WORDS[1]}"; fi
  if (( COMP_CWORD > 2 )); then second="\${COMP_WORDS[2]}"; fi
  case "$first $second" in
${formatCases(places)}  esac
  case "$first \${COMP_WORDS[COMP_CWORD-1]}" in
${formatValueCases(values)}  esac
  if [[ "$typed" == -* ]]; then offer="$flags" names=""; fi
  if [[ -n "$names" ]]; then offer="$offer $(boardroom completion names $names 2>/dev/null)"; fi
  if [[ "$names" == members ]]; then compopt -o nospace 2>/dev/null; fi
  COMPREPLY=($(compgen -W "$offer" -- "$typed"))
}
complete -o bashdefault -o default -F _boardroom boardroom
`;

const writeZsh = (
  places: readonly CompletionCase[],
  values: readonly ValueCase[],
) => `#compdef boardroom
# boardroom completion for zsh
_boardroom() {
  local first="" second="" offer="" flags="" names="" typed="\${words[CURRENT]}"
  local -a suffix
  if (( CURRENT > 2 )); then first="\${words[2]}"; fi
  if (( CURRENT > 3 )); then second="\${words[3]}"; fi
  case "$first $second" in
${formatCases(places)}  esac
  case "$first \${words[CURRENT-1]}" in
${formatValueCases(values)}  esac
  if [[ "$typed" == -* ]]; then offer="$flags" names=""; fi
  if [[ -n "$names" ]]; then offer="$offer $(boardroom completion names \${=names} 2>/dev/null)"; fi
  if [[ "$names" == members ]]; then suffix=(-S ""); fi
  compadd $suffix -- \${=offer} || _files
}
if [ "\${funcstack[1]}" = _boardroom ]; then _boardroom "$@"; else compdef _boardroom boardroom; fi
`;

const writeFish = (
  places: readonly CompletionCase[],
  values: readonly ValueCase[],
) => `# boardroom completion for fish
function __boardroom_words
  set -l before (commandline -opc)
  set -l typed (commandline -ct)
  set -l words
  set -l flags
  set -l names
  switch "$before[2] $before[3]"
${places.map(({ pattern, words, flags, names }) => `    case '${pattern}'\n      set words ${words}\n      set flags ${flags}\n      set names ${names}\n`).join("")}  end
  switch "$before[2] $before[-1]"
${values.map(({ names, patterns }) => `    case ${patterns.map((each) => `'${each}'`).join(" ")}\n      set words\n      set names ${names}\n`).join("")}  end
  if string match -q -- '-*' $typed; set words $flags; set names; end
  if set -q names[1]; set -a words (boardroom completion names $names 2>/dev/null); end
  set words (string match -- "$typed*" $words)
  if set -q words[1]; printf '%s\\n' $words; else; __fish_complete_path $typed; end
end
complete -c boardroom -f -a '(__boardroom_words)'
`;

const SCRIPTS = { bash: writeBash, zsh: writeZsh, fish: writeFish };
