import type { Diagnostics } from '../../diagnostics.js';
import type { EmitterOwner } from '../../emit/define-emitter.js';
import type { OwnTemplate } from '../../emit/emit-context.js';
import type { Finding } from '../prove/prove-inert.js';
import type { Batch, VerifiedFile } from './print-batch.js';
import type { Printer } from './printer.js';

/** What the user adds to speccast that files may come from. */
export interface Owners {
  /** Emitters by the paths of their files. */
  readonly emitters: ReadonlyMap<string, EmitterOwner>;
  /** Templates by the names of those that they replace. */
  readonly templates: ReadonlyMap<string, OwnTemplate>;
}

interface PrintOwnedOptions {
  readonly owners: Owners;
  readonly printer: Printer;
  readonly diagnostics: Diagnostics;
}

/** Prints files, those of emitters of the user's own one by one: what cannot be printed is a mistake of its emitter. */
export async function printOwned(
  { files, ...batch }: Batch,
  { owners, printer, diagnostics }: PrintOwnedOptions,
): Promise<readonly VerifiedFile[]> {
  const others = files.filter(({ path }) => !owners.emitters.has(path));
  const verified = [...(await printer.print({ ...batch, files: others }))];
  for (const file of files) {
    const owner = owners.emitters.get(file.path);
    if (owner === undefined) continue;
    try {
      verified.push(...(await printer.print({ ...batch, files: [file] })));
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      reject(`the emitter ${JSON.stringify(owner.name)}`, `${file.path} cannot be printed: ${reason}`, owner.at);
    }
  }
  return verified;

  function reject(who: string, problem: string, at: EmitterOwner['at']): void {
    diagnostics.error('unproven-code', describe(who, problem), at);
  }
}

function describe(who: string, problem: string): string {
  return `what ${who} made is not proven to be harmless: ${problem.replace(/\s+/g, ' ')}`;
}

/** Reports what could act in files that come from the user's emitters or templates; the findings in others are given back. */
export function reportOwned(
  findings: readonly Finding[],
  owners: Owners | undefined,
  diagnostics: Diagnostics,
): readonly Finding[] {
  if (owners === undefined) return findings;
  return findings.filter(({ path, line, reason, text, at }) => {
    const emitter = owners.emitters.get(path);
    const [name, template] = emitter || at ? [] : guessTemplate(path, owners.templates);
    if (emitter === undefined && template === undefined) return true;
    const who = emitter ? `the emitter ${JSON.stringify(emitter.name)}` : `the template ${JSON.stringify(name)}`;
    const where = emitter?.at ?? { file: template?.file ?? '', line: 1, column: 1 };
    diagnostics.error('unproven-code', describe(who, `${path}:${line} ${reason}: ${text}`), where);
    return false;
  });
}

/** The template that a file was probably made with: one of its folder, or else the first. */
function guessTemplate(path: string, templates: Owners['templates']): readonly [] | readonly [string, OwnTemplate] {
  const folder = /^src\/([^/]+)\//.exec(path)?.[1] ?? 'package';
  const all = [...templates];
  return all.find(([name]) => name.startsWith(`${folder}/`)) ?? all[0] ?? [];
}
