import { spawnSync } from 'node:child_process';
import type { TextFile } from 'speccast';
import { codeIn } from '../../rules/pages.js';

/** Commands of the samples, which are replaced by shell functions that only print that they were called. */
const COMMANDS = ['curl', 'npx', 'npm'];

/**
 * Runs the shell samples of the pages of a package in a shell that has only `COMMANDS`, and lists what goes wrong: an unknown command,
 * or more or fewer calls than samples. A text of the spec that broke out of its quotes would cause either.
 */
export function judgeShell(files: readonly TextFile[]): readonly string[] {
  const codes = files.flatMap(({ path, text }) => {
    if (path === 'SKILL.md') return codeIn(text, 'sh');
    // The descriptions in `api.md` may have code blocks of their own.
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
  const callCount = stdout.split('\n').filter((line) => line !== '').length;
  return callCount === commands.length ? [] : [`${callCount} calls of ${commands.length} commands: ${stdout}`];
}
