import { readdir } from "node:fs/promises";
import { join, relative } from "node:path";
import { Argument, type Command, Option } from "commander";
import { listPanels } from "../../../asking/panels.ts";
import { listPersonas, listScenarios } from "../../../scenario/loading/load.ts";
import { JOURNAL_FILE } from "../../../transcript/journal-file.ts";
import { isBatch } from "../../candidates/batch-file.ts";
import { transcriptsOf } from "../../money/ledger-folder.ts";
import { readSettings } from "../../settings/settings.ts";
import { EXIT } from "../../terminal/exit-codes.ts";
import { type Io, print, printText } from "../../terminal/io.ts";
import { usage } from "../../terminal/usage.ts";
import { exists } from "../../terminal/write-file.ts";

const SHELLS = ["bash", "zsh", "fish"] as const;
const WORDS = ["commands", "scenarios", "personas", "panels", "transcripts"] as const;
type CompletionFlags = { readonly words?: (typeof WORDS)[number] };

/** `boardroom completion`: a script for the shell, which asks for names as they are needed. */
export function define(command: Command, io: Io, finish: (exitCode: number) => void): Command {
  return command
    .addArgument(new Argument("[shell]", "which shell").choices(SHELLS))
    .addOption(new Option("--words <kind>", "print names, one a line, as the scripts ask").choices(WORDS))
    .addHelpText("after", HELP)
    .action(async (shell: (typeof SHELLS)[number] | undefined, { words }: CompletionFlags) => {
      if (words) print(io.stdout, await wordsOf(io, command, words));
      else if (shell) printText(io.stdout, SCRIPTS[shell]);
      else throw usage("which shell?", `Name one: ${SHELLS.join(", ")}.`);
      finish(EXIT.decided);
    });
}

const HELP = `
Completes commands, flags, scenarios, personas, panels and transcripts.

Examples:
  boardroom completion bash > ~/.local/share/bash-completion/completions/boardroom
  boardroom completion zsh > ~/.zfunc/_boardroom
  boardroom completion fish > ~/.config/fish/completions/boardroom.fish`;

async function wordsOf(io: Io, command: Command, kind: (typeof WORDS)[number]): Promise<readonly string[]> {
  switch (kind) {
    case "commands":
      return (command.parent?.commands ?? []).map((each) => each.name()).filter((name) => name !== "help");
    case "scenarios":
      return (await listScenarios(io)).map(({ name }) => name);
    case "personas":
      return (await listPersonas(io)).map(({ id }) => id);
    case "panels":
      return (await listPanels(io)).map(({ id }) => id);
    case "transcripts":
      return transcriptsIn(io);
    default:
      return kind satisfies never;
  }
}

async function transcriptsIn(io: Io): Promise<readonly string[]> {
  const folder = transcriptsOf(io, await readSettings(io));
  const names = (await readdir(folder).catch(() => [])).toSorted();
  const shown: string[] = [];
  for (const name of names)
    if ((await exists(join(folder, name, JOURNAL_FILE))) || isBatch(io, join(folder, name)))
      shown.push(relative(io.cwd, join(folder, name)));
  return shown;
}

/** Commands whose first word is a scenario, and those that take transcripts. */
const OF_SCENARIOS = "run|watch|check|read|propose";
const OF_TRANSCRIPTS =
  "resume|answer|act|fork|compare|verify|verdicts|report|export|replay|prompt|rate|outcome|costs|metrics|erase";

const bash = `# boardroom completion for bash
_boardroom() {
  local cur prev cmd
  cur="\${COMP_WORDS[COMP_CWORD]}"; prev="\${COMP_WORDS[COMP_CWORD-1]}"; cmd="\${COMP_WORDS[1]}"
  local words=""
  if [ "$COMP_CWORD" -eq 1 ]; then words="$(boardroom completion --words commands 2>/dev/null)"
  elif [ "$prev" = --panel ]; then words="$(boardroom completion --words panels 2>/dev/null)"
  elif [ "$prev" = --members ] || [ "$prev" = --exclude ]; then words="$(boardroom completion --words personas 2>/dev/null)"
  elif [ "$prev" = --prior ]; then words="$(boardroom completion --words transcripts 2>/dev/null)"
  elif [[ "$cur" == -* ]]; then words="$(boardroom help "$cmd" 2>/dev/null | grep -oE -- '--[a-z][a-z-]+' | sort -u)"
  elif [[ "$cmd" =~ ^(${OF_SCENARIOS})$ ]] && [ "$COMP_CWORD" -eq 2 ]; then words="$(boardroom completion --words scenarios 2>/dev/null)"
  elif [[ "$cmd" =~ ^(${OF_TRANSCRIPTS})$ ]]; then words="$(boardroom completion --words transcripts 2>/dev/null)"
  fi
  COMPREPLY=($(compgen -W "$words" -- "$cur"))
}
complete -o default -F _boardroom boardroom
`;

const zsh = `#compdef boardroom
# boardroom completion for zsh
_boardroom() {
  local cmd="\${words[2]}" prev="\${words[CURRENT-1]}"
  local -a found
  if (( CURRENT == 2 )); then found=(\${(f)"$(boardroom completion --words commands 2>/dev/null)"})
  elif [[ "$prev" == --panel ]]; then found=(\${(f)"$(boardroom completion --words panels 2>/dev/null)"})
  elif [[ "$prev" == --members || "$prev" == --exclude ]]; then found=(\${(f)"$(boardroom completion --words personas 2>/dev/null)"})
  elif [[ "$prev" == --prior ]]; then found=(\${(f)"$(boardroom completion --words transcripts 2>/dev/null)"})
  elif [[ "\${words[CURRENT]}" == -* ]]; then found=(\${(f)"$(boardroom help "$cmd" 2>/dev/null | grep -oE -- '--[a-z][a-z-]+' | sort -u)"})
  elif [[ "$cmd" =~ '^(${OF_SCENARIOS})$' ]] && (( CURRENT == 3 )); then found=(\${(f)"$(boardroom completion --words scenarios 2>/dev/null)"})
  elif [[ "$cmd" =~ '^(${OF_TRANSCRIPTS})$' ]]; then found=(\${(f)"$(boardroom completion --words transcripts 2>/dev/null)"})
  fi
  if (( \${#found} )); then compadd -- $found; else _files; fi
}
if [ "\${funcstack[1]}" = _boardroom ]; then _boardroom "$@"; else compdef _boardroom boardroom; fi
`;

const fish = `# boardroom completion for fish
complete -c boardroom -n __fish_use_subcommand -f -a '(boardroom completion --words commands 2>/dev/null)'
complete -c boardroom -n '__fish_seen_subcommand_from ${OF_SCENARIOS.replaceAll("|", " ")}' -a '(boardroom completion --words scenarios 2>/dev/null)'
complete -c boardroom -n '__fish_seen_subcommand_from ${OF_TRANSCRIPTS.replaceAll("|", " ")}' -a '(boardroom completion --words transcripts 2>/dev/null)'
complete -c boardroom -l panel -x -a '(boardroom completion --words panels 2>/dev/null)'
complete -c boardroom -l members -x -a '(boardroom completion --words personas 2>/dev/null)'
complete -c boardroom -l exclude -x -a '(boardroom completion --words personas 2>/dev/null)'
complete -c boardroom -l prior -x -a '(boardroom completion --words transcripts 2>/dev/null)'
complete -c boardroom -n 'not __fish_use_subcommand; and string match -q -- "-*" (commandline -ct)' -f -a '(boardroom help (commandline -opc)[2] 2>/dev/null | grep -oE -- "--[a-z][a-z-]+" | sort -u)'
`;

const SCRIPTS = { bash, zsh, fish } as const;
