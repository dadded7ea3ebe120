import { readCatalogue } from '../tools/catalogue.js';
import type { ToolPackage } from '../tools/tool-package.js';
import { CliError } from './cli-io.js';
import { buildCommandTree, followWords } from './commands/find-command.js';
import { globalOptions, loginOptions } from './options/common-options.js';
import { type OptionTable, readOptionTable } from './options/option-table.js';
import { needsValue } from './options/parse-arguments.js';

// Scripts call the command itself for candidates: they are never out of date, and contain no text of a spec.

/** Writes the completion script of a shell; throws a `CliError` for an unknown shell. */
export function writeCompletionScript({ command }: ToolPackage, [shell, ...rest]: readonly string[]): string {
  const write = shell !== undefined && Object.hasOwn(scripts, shell) ? scripts[shell] : undefined;
  if (!write || rest.length) throw new CliError('completion takes one shell: bash, zsh or fish');
  return write(command, `_${command.replace(/\W/g, '_')}_complete`);
}

const scripts: Readonly<Record<string, (command: string, name: string) => string>> = {
  bash: (command, name) => `# Completion of ${command} for bash: eval "$(${command} completion bash)"
${name}() {
  local line="\${COMP_LINE:0:COMP_POINT}" word prefix candidate
  local -a words
  read -r -a words <<< "$line"
  case "$line" in *[[:space:]]) words+=('') ;; esac
  word="\${words[\${#words[@]}-1]}"
  # Readline breaks words at = and :, and keeps what is before them.
  prefix="\${word%"\${word##*[=:]}"}"
  COMPREPLY=()
  while IFS= read -r candidate; do
    COMPREPLY+=("\${candidate#"$prefix"}")
  done < <(${command} __complete "\${words[@]:1}" 2>/dev/null)
  case "\${COMPREPLY[0]-}" in *[=.]) compopt -o nospace 2>/dev/null ;; esac
  [ \${#COMPREPLY[@]} -eq 0 ] && compopt -o default 2>/dev/null
  return 0
}
complete -F ${name} ${command}
`,
  zsh: (command, name) => `#compdef ${command}
# Completion of ${command} for zsh: eval "$(${command} completion zsh)"
${name}() {
  local -a found
  found=("\${(@f)$(${command} __complete "\${(@)words[2,CURRENT]}" 2>/dev/null)}")
  found=(\${found:#})
  if (( \${#found} )); then compadd -S '' -- "\${found[@]}"; else _files; fi
}
compdef ${name} ${command}
`,
  fish: (command, name) => `# Completion of ${command} for fish: ${command} completion fish | source
function ${name}
  set -l words (commandline -opc) (commandline -ct)
  ${command} __complete $words[2..-1] 2>/dev/null
end
complete -c ${command} -a '(${name})'
`,
};

/** Matches candidates without characters that are special in a shell. */
const harmless = /^[\p{L}\p{N}_.=@:,+-]+$/u;

/** Completes the last word: `['pets', 'update', '--ki']` → `['--kind']`. If it returns none, shells complete names of files. */
export function completeWords(tools: ToolPackage, words: readonly string[]): readonly string[] {
  const last = words.at(-1) ?? '';
  const found = listCandidates(tools, words.slice(0, -1), last);
  return [...new Set(found)].filter((one) => one.startsWith(last) && harmless.test(one));
}

function listCandidates(tools: ToolPackage, before: readonly string[], last: string) {
  const root = buildCommandTree(readCatalogue(tools));
  const words = before.filter((word) => !word.startsWith('-'));
  const [first] = words;
  if (first === 'completion') return Object.keys(scripts);
  if (first === 'auth' && !root.resources.has('auth'))
    return words.length === 1 ? ['login', 'status', 'logout'] : loginOptions.map(({ name }) => `--${name}`);
  const { tree, tool } = followWords(root, words);
  if (tool) return listOptions(readOptionTable(tool), before.at(-1) ?? '', last);
  if (last.startsWith('-')) return globalOptions.map(({ name }) => `--${name}`);
  return [...tree.resources.keys(), ...tree.methods.keys(), ...(tree === root ? ['auth', 'completion'] : [])];
}

/** Lists the options, or the values of an option after `--kind=` and `--kind `. */
function listOptions(table: OptionTable, before: string, last: string) {
  const [, assigned, text = last] = /^(--[^=]+)=(.*)$/s.exec(last) ?? [];
  const word = assigned ?? before;
  const option = word.startsWith('--') ? table.find(word.slice(2)) : undefined;
  // In a list, the items before the last comma stay: `--kind=cat,d` → `--kind=cat,dog`.
  const start = text.slice(0, text.lastIndexOf(',') + 1);
  const values = (option?.choices ?? []).map((one) => `${assigned === undefined ? '' : `${assigned}=`}${start}${one}`);
  if (assigned !== undefined) return values;
  if (option && needsValue(option) && !last.startsWith('--')) {
    if (values.length) return values;
    if (/^files?$/.test(option.value ?? '')) return [];
  }
  return table.listNames().map((name) => `--${name}`);
}
