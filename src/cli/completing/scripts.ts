export const SHELLS = ["bash", "zsh", "fish"] as const;

/** Words as bash splits them at `:` and `=` are put together first; it puts back what stands after the last of these. */
const bash = `# boardroom completion for bash
_boardroom() {
  local words=() word before="" end="\${COMP_WORDS[COMP_CWORD]}" last start found
  for word in "\${COMP_WORDS[@]:1:COMP_CWORD}"; do
    if [[ ( "$word" == [:=] || "$before" == [:=] ) && \${#words[@]} -gt 0 ]]; then words[\${#words[@]}-1]+="$word"
    else words+=("$word"); fi
    before="$word"
  done
  if [[ "$end" == [:=] ]]; then end=""; fi
  last="\${words[\${#words[@]}-1]}"; start="\${last%"$end"}"
  words[\${#words[@]}-1]="\${last//\\\\/}"
  COMPREPLY=()
  while IFS= read -r found; do
    found="\${found#"$start"}"
    if [[ "$found" == *[!A-Za-z0-9_./,:=@-]* ]]; then found="$(printf %q "$found")"; fi
    if [ -n "$found" ]; then COMPREPLY+=("$found"); fi
  done < <(boardroom completion --words -- "\${words[@]}" 2>/dev/null)
}
complete -o bashdefault -o default -F _boardroom boardroom
`;

const zsh = `#compdef boardroom
# boardroom completion for zsh
_boardroom() {
  local -a found
  found=(\${(f)"$(boardroom completion --words -- "\${(@Q)words[2,CURRENT]}" 2>/dev/null)"})
  if (( \${#found} )); then compadd -- $found; else _files; fi
}
if [ "\${funcstack[1]}" = _boardroom ]; then _boardroom "$@"; else compdef _boardroom boardroom; fi
`;

const fish = `# boardroom completion for fish
function __boardroom_words
  set -l before (commandline -opc)
  set -l found (boardroom completion --words -- $before[2..] (commandline -ct) 2>/dev/null)
  if test -n "$found"; printf '%s\\n' $found; else; __fish_complete_path (commandline -ct); end
end
complete -c boardroom -f -a '(__boardroom_words)'
`;

/** What each shell is to read; all ask the program for the words. */
export const SCRIPTS: Readonly<Record<(typeof SHELLS)[number], string>> = { bash, zsh, fish };
