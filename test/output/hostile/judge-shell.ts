import { spawnSync } from 'node:child_process';
import type { TextFile } from 'speccast';
import { codeIn } from '../../rules/pages.js';

/** Commands that pages show, as functions that do nothing but say that they were called. */
const COMMANDS = ['curl', 'npx', 'npm'];

/**
 * What pages of a package show for a shell, run by one that has no other commands; what goes wrong, which is all that a text of a
 * spec would do: more calls than there are commands, or a command that nobody meant.
 */
export function judgeShell(files: readonly TextFile[]): readonly string[] {
  const codes = files.flatMap(({ path, text }) => {
    if (path === 'SKILL.md') return codeIn(text, 'sh');
    // Descriptions have blocks of code of their own in a reference.
    return path === 'api.md' ? codeIn(text, 'sh').filter((code) => /^(?:curl |npx |[A-Z_\d]+=)/.test(code)) : [];
  });
  const commands = codes.flatMap((code) => code.match(/^(?:curl|npx|npm) /gm) ?? []);
  const stubs = COMMANDS.map((name) => `${name}() { echo '${name} '; }`);
  const script = ['set -euf', ...stubs, ...codes.map((code) => `(\n${code})`)].join('\n');
  const empty = codes.flatMap((code) =>
    [...code.matchAll(/\$([A-Z_\d]+)/g)].map(([, name = '']) => [name, 'x'] as const),
  );
  const env = { ...Object.fromEntries(empty), PATH: '/nonexistent' };
  const { status, stdout, stderr } = spawnSync('/bin/sh', ['-c', script], { encoding: 'utf8', env });
  if (status !== 0) return [`exit ${status}: ${stderr}`];
  const called = stdout.split('\n').filter((line) => line !== '').length;
  return called === commands.length ? [] : [`${called} calls of ${commands.length} commands: ${stdout}`];
}
