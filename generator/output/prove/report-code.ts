import type { Diagnostics, Position } from '../../diagnostics.js';
import type { Finding } from './prove-inert.js';

/** Options of `reportCode`. */
export interface ReportOptions {
  readonly diagnostics: Diagnostics;
  /** Finds the position in the spec of a text that is in the output as code. */
  readonly locate: (text: string) => Position | undefined;
}

/**
 * Reports code that comes from the spec, at its position there. Other code is a mistake of ours and thrown, unless its file has
 * code of the spec, too: then it is the text that an emitter wrote around that.
 */
export function reportCode(findings: readonly Finding[], { diagnostics, locate }: ReportOptions): void {
  for (const { at, reason } of findings) if (at !== undefined) diagnostics.error('invalid-capability', reason, at);
  const others = findings.filter(({ at }) => at === undefined);
  const located = others.map((finding) => ({ finding, at: locate(finding.text) }));
  const broken = new Set(located.flatMap(({ finding, at }) => (at === undefined ? [] : [finding.path])));
  for (const { finding, at } of located) {
    const { path, line, reason, text } = finding;
    const where = `${path}:${line}`;
    if (at === undefined && broken.has(path)) continue;
    if (at === undefined) throw new Error(`${where} ${reason}: ${text}`);
    diagnostics.error('text-became-code', `This text would run as code in ${where} (${reason}); please report it`, at);
  }
}

/** Throws on paths that leave the package, differ only in case, or cannot exist on some system. */
export function checkPaths(paths: readonly string[]): void {
  const seen = new Map<string, string>();
  for (const path of paths) {
    if (!isOutputPath(path)) throw new Error(`Not a path for an output file: ${JSON.stringify(path)}`);
    const twin = seen.get(path.toLowerCase());
    if (twin !== undefined) throw new Error(`Two output files with one name: ${twin} and ${path}`);
    seen.set(path.toLowerCase(), path);
  }
}

/** Returns whether a file of a package can have this path on any system. */
export function isOutputPath(path: string): boolean {
  // Names of devices on Windows.
  const device = /^(?:con|prn|aux|nul|com\d|lpt\d)(?:\.|$)/i;
  return path
    .split('/')
    .every((one) => /^[A-Za-z0-9._-]{1,200}$/.test(one) && !/^\.{1,2}$|\.$/.test(one) && !device.test(one));
}
