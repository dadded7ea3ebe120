import { parseArgs } from 'node:util';

/** A usage error. The message is a sentence without a full stop. */
export class FlagMistake extends Error {
  override readonly name = 'FlagMistake';
}

/**
 * Parses the options that a help text lists, and `--help`: `--port <number>` takes text, `--watch` does not and is `'true'`. Throws for others.
 */
export function parseFlags(args: readonly string[], help: string): Readonly<Record<string, string | undefined>> {
  const options: Record<string, { readonly type: 'string' | 'boolean'; readonly short?: string }> = {
    help: { type: 'boolean', short: 'h' },
  };
  for (const [, names = ''] of help.matchAll(/^ {2}(--.*?)(?: {2}|$)/gm))
    for (const [, name = '', text] of names.matchAll(/--([\w-]+)( [<\w]\S+)?/g))
      options[name] = { type: text === undefined ? 'boolean' : 'string' };
  const { values } = parseArgs({ args: [...args], options });
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [name, String(value)]));
}

/** Reads a whole number up to a limit. */
export function readNumber(name: string, text: string, limit: number): number {
  if (/^\d{1,10}$/.test(text) && Number(text) <= limit) return Number(text);
  throw new FlagMistake(`--${name} takes a whole number up to ${limit}, not ${JSON.stringify(text)}`);
}

/** Reads one of several words. */
export function readChoice<Choice extends string>(name: string, text: string, choices: readonly Choice[]): Choice {
  const found = choices.find((choice) => choice === text);
  if (found !== undefined) return found;
  throw new FlagMistake(`--${name} takes ${choices.join(' or ')}, not ${JSON.stringify(text)}`);
}

const units: Readonly<Record<string, number>> = { '': 1, KiB: 1024, MiB: 1024 ** 2, GiB: 1024 ** 3 };

/** Reads a number of bytes: `500000` or `2GiB`. */
export function readSize(name: string, text: string): number {
  const [, digits = '', unit = ''] = /^(\d{1,12})(KiB|MiB|GiB)?$/.exec(text) ?? [];
  const bytes = Number(digits) * (units[unit] ?? 1);
  if (digits !== '' && Number.isSafeInteger(bytes)) return bytes;
  throw new FlagMistake(`--${name} takes a number of bytes, or one with KiB, MiB or GiB, not ${JSON.stringify(text)}`);
}

/** Reads milliseconds: `500`, `500ms`, `30s` or `2m`. */
export function readTime(name: string, text: string): number {
  const [, digits = '', unit = 'ms'] = /^(\d{1,9})(ms|s|m)?$/.exec(text) ?? [];
  const milliseconds = Number(digits) * (unit === 'm' ? 60_000 : unit === 's' ? 1000 : 1);
  // Longer timers end at once.
  if (digits !== '' && milliseconds > 0 && milliseconds <= 2_147_483_647) return milliseconds;
  throw new FlagMistake(`--${name} takes a time such as 500ms, 30s or 2m, not ${JSON.stringify(text)}`);
}
