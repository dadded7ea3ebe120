/** A service among several of one server. */
export interface Place {
  /** Name in paths, unlike that of any other: the control plane is below it. */
  readonly name: string;
  /** Path that all paths of the service are put below; absent where they stay. */
  readonly below?: string;
}

/**
 * Gives services their places: each stays at its base path, or is put below its name where the base path is empty, or one is
 * equal to that of another or below it. `[{ name: 'a', base: '/v1' }, { name: 'b', base: '/v1' }]` are at `/a/v1` and `/b/v1`.
 */
export function placeServices(
  services: readonly { readonly name: string; readonly bases: readonly string[] }[],
): readonly Place[] {
  // Both mean something at the root.
  const taken = new Set(['w', '__mock']);
  return services.map(({ name: stated, bases }, index) => {
    const others = services.filter((_, other) => other !== index).flatMap((one) => one.bases.filter(Boolean));
    const plain = stated.replace(/[^\w.-]+/g, '-').replace(/^[.-]+|-+$/g, '') || 'service';
    let name = plain;
    for (let number = 2; taken.has(name); number += 1) name = `${plain}-${number}`;
    taken.add(name);
    const isApart = bases.every(
      (base) => base !== '' && !others.some((other) => isBelow(base, other) || isBelow(other, base)),
    );
    return { name, ...(!isApart && { below: `/${name}` }) };
  });
}

/** Tells whether a path is another one, or below it. */
export function isBelow(path: string, other: string): boolean {
  return path === other || path.startsWith(`${other}/`);
}
