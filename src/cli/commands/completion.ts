import type { Command } from "commander";
import { EXIT } from "../../home/process/exit-codes.ts";
import { printText } from "../../home/process/io.ts";
import { commandOf } from "../terminal/command.ts";

const SHELLS = ["bash", "zsh", "fish"] as const;

const HELP = `
Completes commands, flags and files. The command boardroom must be on your PATH, for example after npm link.

In ~/.bashrc:  source <(boardroom completion bash)
In ~/.zshrc:   autoload -U compinit && compinit && source <(boardroom completion zsh)
In ~/.config/fish/config.fish:  boardroom completion fish | source

Examples:
  boardroom completion bash`;

export const command = commandOf({
  arguments: [["<shell>", "Your shell", SHELLS]],
  help: HELP,
  run(io, [shell], _, own) {
    printText(io.stdout, SCRIPTS[shell](placesOf(own.parent ?? own)));
    return EXIT.decided;
  },
});

/** The first pattern that matches the first two words of a line counts. */
type CompletionCase = { readonly pattern: string; readonly words: string; readonly flags: string };

function placesOf(program: Command): readonly CompletionCase[] {
  const all = visibleIn(program);
  const names = all.map((command) => command.name()).join(" ");
  return [
    { pattern: " ", words: names, flags: flagsOf(program) },
    { pattern: "help ", words: names, flags: "" },
    ...all.flatMap((command) => {
      const inner = visibleIn(command);
      const of = inner.map((each) => place(`${command.name()} ${each.name()}`, each));
      const choices = command.registeredArguments[0]?.argChoices ?? [];
      const words = [...inner.map((each) => each.name()), ...choices].join(" ");
      const first = { pattern: `${command.name()} `, words, flags: flagsOf(command) };
      return [...of, first, place(`${command.name()} *`, command)];
    }),
  ];
}

function place(pattern: string, command: Command): CompletionCase {
  return { pattern, words: "", flags: flagsOf(command) };
}

function visibleIn(command: Command): readonly Command[] {
  return command.createHelp().visibleCommands(command);
}

function flagsOf(command: Command): string {
  const options = command.createHelp().visibleOptions(command);
  return options.flatMap(({ long }) => long ?? []).join(" ");
}

/** bash and zsh read a star as a pattern only outside quotes. */
function cases(places: readonly CompletionCase[]): string {
  return places
    .map(({ pattern, words, flags }) => {
      const quoted = pattern.endsWith("*") ? `"${pattern.slice(0, -1)}"*` : `"${pattern}"`;
      return `    ${quoted}) offer="${words}" flags="${flags}" ;;\n`;
    })
    .join("");
}

const bash = (places: readonly CompletionCase[]) => `# boardroom completion for bash
_boardroom() {
  local first="" second="" offer="" flags="" typed="\${COMP_WORDS[COMP_CWORD]}"
  if (( COMP_CWORD > 1 )); then first="\${COMP_WORDS[1]}"; fi
  if (( COMP_CWORD > 2 )); then second="\${COMP_WORDS[2]}"; fi
  case "$first $second" in
${cases(places)}  esac
  if [[ "$typed" == -* ]]; then offer="$flags"; fi
  COMPREPLY=($(compgen -W "$offer" -- "$typed"))
}
complete -o bashdefault -o default -F _boardroom boardroom
`;

const zsh = (places: readonly CompletionCase[]) => `#compdef boardroom
# boardroom completion for zsh
_boardroom() {
  local first="" second="" offer="" flags="" typed="\${words[CURRENT]}"
  if (( CURRENT > 2 )); then first="\${words[2]}"; fi
  if (( CURRENT > 3 )); then second="\${words[3]}"; fi
  case "$first $second" in
${cases(places)}  esac
  if [[ "$typed" == -* ]]; then offer="$flags"; fi
  compadd -- \${=offer} || _files
}
if [ "\${funcstack[1]}" = _boardroom ]; then _boardroom "$@"; else compdef _boardroom boardroom; fi
`;

const fish = (places: readonly CompletionCase[]) => `# boardroom completion for fish
function __boardroom_words
  set -l before (commandline -opc)
  set -l words
  set -l flags
  switch "$before[2] $before[3]"
${places.map(({ pattern, words, flags }) => `    case '${pattern}'\n      set words ${words}\n      set flags ${flags}\n`).join("")}  end
  if string match -q -- '-*' (commandline -ct); set words $flags; end
  if set -q words[1]; printf '%s\\n' $words; else; __fish_complete_path (commandline -ct); end
end
complete -c boardroom -f -a '(__boardroom_words)'
`;

const SCRIPTS = { bash, zsh, fish };
