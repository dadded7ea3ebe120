import type { VNode } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { ownHeaders, send } from '../server/ask.js';

const known = new Map<string, Promise<string>>();

/** Pictures that are kept; the oldest are forgotten. */
const most = 200;

/** Loads a picture of the control plane, which an `img` alone could not: it sends no token. */
function load(path: string): Promise<string> {
  const found = known.get(path);
  if (found !== undefined) return found;
  const loaded = send(path, { headers: ownHeaders() }).then(async (response) => {
    if (!response.ok) throw new TypeError(`There is no picture at ${path}.`);
    return URL.createObjectURL(await response.blob());
  });
  known.set(path, loaded);
  loaded.catch(() => known.delete(path));
  const [oldest] = known.keys();
  if (oldest !== undefined && known.size > most) {
    void known.get(oldest)?.then((url) => URL.revokeObjectURL(url));
    known.delete(oldest);
  }
  return loaded;
}

interface PictureProps {
  readonly path: string;
  readonly alt: string;
  readonly isSmall?: boolean;
}

/** A picture that the emulator has. */
export function Picture({ path, alt, isSmall = false }: PictureProps): VNode | null {
  const [url, set] = useState<string>();
  useEffect(() => {
    const asked = { isOld: false };
    load(path).then(
      (loaded) => asked.isOld || set(loaded),
      () => {},
    );
    return () => {
      asked.isOld = true;
    };
  }, [path]);
  return url === undefined ? null : <img class={isSmall ? 'thumb' : ''} src={url} alt={alt} />;
}
