import type { Tool } from '../tools/catalogue.js';

/** What arguments of a call are called that no parameter of the operation is. */
export interface ArgumentNames {
  /** Whether the body has several media types, one of which may be named. */
  readonly contentType: boolean;
  /** File that a download is written to; `undefined` where there is nothing to download. */
  readonly saveTo: string | undefined;
  readonly overwrite: string;
}

/** Names the arguments beside the parameters. */
export function argumentNames({ parameters, operation, isDownload }: Tool): ArgumentNames {
  const taken = new Set(['body', 'media', 'contentType', ...parameters.map(({ property }) => property)]);
  const free = (name: string): string => (taken.has(name) ? free(`${name}_`) : name);
  return {
    contentType: (operation.body?.length ?? 0) > 1,
    saveTo: isDownload ? free('saveTo') : undefined,
    overwrite: free('overwrite'),
  };
}
