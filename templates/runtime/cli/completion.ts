import { readCatalogue, type Tool } from '../tools/catalogue.js';
import type { ToolPackage } from '../tools/tool-package.js';
import { CliError } from './cli-io.js';
import { commandTree, type CommandTree } from './commands/find-command.js';
import { globalOptions, loginOptions } from './options/common-options.js';
import { choicesOf, optionNames, optionTable, type OptionTable } from './options/option-table.js';
import { setsFile } from './options/read-files.js';
import { kebabCase } from './text/names.js';

// Scripts ask the command itself what fits, so that they never go out of date, and hold no text of a spec.

/** The script of a shell; throws a `CliError` for one that is not known. */
export function completionScript({ command }: ToolPackage, [shell, ...rest]: readonly string[]): string {
  const make = shell !== undefined && Object.hasOwn(scripts, shell) ? scripts[shell] : undefined;
  if (make === undefined || rest.length > 0) throw new CliError('completion takes one shell: bash, zsh or fish');
  return make(command, `_${command.replace(/\W/g, '_')}_complete`);
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

/** What shells may be given: nothing that they would read as more than a word. */
const harmless = /^[\p{L}\p{N}_.=@:,+-]+$/u;

/** The words that fit where the last of those given stands. */
export function completeWords(tools: ToolPackage, words: readonly string[]): readonly string[] {
  const last = words.at(-1) ?? '';
  const found = candidates(tools, words.slice(0, -1), last);
  return [...new Set(found)].filter((one) => one.startsWith(last) && harmless.test(one));
}

function candidates(tools: ToolPackage, before: readonly string[], last: string): readonly string[] {
  const tree = commandTree(readCatalogue(tools));
  const own = before.filter((word) => !word.startsWith('-'));
  if (own[0] === 'completion') return ['bash', 'zsh', 'fish'];
  if (own[0] === 'auth' && !tree.resources.has('auth'))
    return own.length === 1 ? ['login', 'status', 'logout'] : loginOptions.map(({ name }) => `--${name}`);
  const { at, tool } = follow(tree, own);
  if (tool !== undefined) return optionCandidates(optionTable(tool), tool, before.at(-1) ?? '', last);
  if (last.startsWith('-')) return globalOptions.map(({ name }) => `--${name}`);
  const more = at === tree ? ['auth', 'completion'] : [];
  return [...at.resources.keys(), ...at.methods.keys(), ...more];
}

function follow(
  tree: CommandTree,
  words: readonly string[],
): { readonly at: CommandTree; readonly tool: Tool | undefined } {
  let at = tree;
  for (const word of words) {
    const tool = at.methods.get(word) ?? at.methods.get(kebabCase(word));
    if (tool !== undefined) return { at, tool };
    const below = at.resources.get(word) ?? at.resources.get(kebabCase(word));
    if (below === undefined) break;
    at = below;
  }
  return { at, tool: undefined };
}

/** Options, or the values of the one that stands before. */
function optionCandidates(table: OptionTable, tool: Tool, before: string, last: string): readonly string[] {
  const [, assigned, start = ''] = /^(--[^=]+)=(.*)$/s.exec(last) ?? [];
  const values = valuesOf(table, tool, (assigned ?? before).replace(/^--/, ''));
  if (assigned !== undefined) return values.map((one) => `${assigned}=${listStart(start)}${one}`);
  if (before.startsWith('--') && !before.includes('=') && values.length > 0 && !last.startsWith('--'))
    return values.map((one) => listStart(last) + one);
  // Without candidates, shells complete files.
  if (takesFile(table, tool, before) && !last.startsWith('--')) return [];
  return [...optionNames(table)].map((name) => `--${name}`);
}

/** Whether the word after an option is the path of a file. */
function takesFile(table: OptionTable, tool: Tool, option: string): boolean {
  const target = option.startsWith('--') ? table.find(option.slice(2)) : undefined;
  if (target?.kind === 'common') return target.option.value === 'file';
  return target !== undefined && setsFile(tool, target);
}

/** The items of a list that are there already. */
function listStart(text: string): string {
  return text.slice(0, text.lastIndexOf(',') + 1);
}

function valuesOf(table: OptionTable, tool: Tool, name: string): readonly string[] {
  const target = table.find(name);
  if (target === undefined) return [];
  if (target.kind === 'common') return target.option.choices ?? [];
  return choicesOf(tool, target.facts) ?? [];
}
