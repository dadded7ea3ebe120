import type { Diagnostics } from '../../diagnostics.js';
import type { EmitterOwner } from '../../emit/define-emitter.js';
import type { OwnTemplate } from '../../emit/emit-context.js';
import type { Finding } from '../prove/prove-inert.js';
import type { Batch, VerifiedFile } from './print-batch.js';
import type { Printer } from './printer.js';

/** Emitters and templates of the user's own, from which files may come. */
export interface Owners {
  /** Emitters by the paths of their files. */
  readonly emitters: ReadonlyMap<string, EmitterOwner>;
  /** Templates by the names of those that they replace. */
  readonly templates: ReadonlyMap<string, OwnTemplate>;
}

/** Prints files, those of emitters of the user's own one by one: one that cannot be printed is a mistake of its emitter. */
export async function printOwned(
  { files, ...batch }: Batch,
  { owners, printer, diagnostics }: { owners: Owners; printer: Printer; diagnostics: Diagnostics },
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
      const problem = describe(
        `the emitter ${JSON.stringify(owner.name)}`,
        `${file.path} cannot be printed: ${reason}`,
      );
      diagnostics.error('unproven-code', problem, owner.at);
    }
  }
  return verified;
}

function describe(who: string, problem: string): string {
  return `what ${who} made is not proven to be harmless: ${problem.replace(/\s+/g, ' ')}`;
}

/** Reports the findings in files of the user's emitters and templates, and returns the others. */
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

/** Returns the template that a file was probably made with: one of its folder (`src/client/pets.ts` → `client/…`), else the first. */
function guessTemplate(path: string, templates: Owners['templates']): readonly [] | readonly [string, OwnTemplate] {
  const folder = /^src\/([^/]+)\//.exec(path)?.[1] ?? 'package';
  const all = [...templates];
  return all.find(([name]) => name.startsWith(`${folder}/`)) ?? all[0] ?? [];
}
