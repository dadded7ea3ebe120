import type { ListMessages, Mapping } from './mapping.js';

/** What is wrong with a choice of names, if anything is, and of which name that is said. */
interface Rules {
  readonly describe: (names: readonly string[]) => string | undefined;
  readonly isWrong: (name: string) => boolean;
}

/** Reads a list of names of which there are only some; a mistake is reported at the first wrong one, or at the list. */
export function readChosen(
  service: Mapping,
  key: string,
  messages: ListMessages,
  { describe, isWrong }: Rules,
): readonly string[] | undefined {
  const list = service.list(key, messages);
  if (list === undefined) return undefined;
  const names = list.map(({ text }) => text);
  const message = describe(names);
  // Of items that are left out, the mistakes are reported already.
  const isWhole = JSON.stringify(names) === JSON.stringify(service.value(key));
  const wrong = list.find(({ text }) => isWrong(text));
  if (isWhole && message !== undefined)
    service.reader.diagnostics.error('invalid-config', message, wrong?.at ?? service.at(key));
  return names;
}
