/** Whether a reference may lead to a file, by its name: like that of the root file, or an address. */
export type AllowRef = (file: string) => boolean;

/** Makes the rule from folders, named like the root file, and beginnings of addresses; a beginning ends between two steps. */
export function allowRefs(allowed: readonly string[]): AllowRef {
  return (file) => allowed.some((one) => (isAddress(one) ? isBelowAddress(file, one) : isBelow(file, one)));
}

/** Whether a text is the address of something on the web. */
export function isAddress(text: string): boolean {
  return /^https?:\/\//i.test(text);
}

/** The address that a reference leads to from another one, without its fragment; `undefined` where it leads to none on the web. */
export function resolveAddress(reference: string, from?: string): string | undefined {
  if (!URL.canParse(reference, from)) return undefined;
  const url = new URL(reference, from);
  url.hash = '';
  return isAddress(url.href) && url.username + url.password === '' ? url.href : undefined;
}

/** A name of a file without steps that lead nowhere; those that lead out at its start stay. */
export function normalizeName(file: string): string {
  const steps: string[] = [];
  for (const step of file.split('/')) {
    if (step === '.' || (step === '' && steps.length > 0)) continue;
    if (step === '..' && steps.length > 0 && steps.at(-1) !== '..' && steps.at(-1) !== '') steps.pop();
    else steps.push(step);
  }
  return steps.join('/');
}

function isBelowAddress(file: string, prefix: string): boolean {
  const address = resolveAddress(file);
  const start = resolveAddress(prefix);
  if (address === undefined || start === undefined) return false;
  return address === start || address.startsWith(start.endsWith('/') ? start : `${start}/`);
}

function isBelow(file: string, folder: string): boolean {
  if (isAddress(file)) return false;
  const start = normalizeName(folder).replace(/\/$/, '');
  return normalizeName(file).startsWith(`${start}/`);
}
