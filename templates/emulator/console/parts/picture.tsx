import type { VNode } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { loadFile } from '../server/ask.js';

interface PictureProps {
  readonly path: string;
  readonly alt: string;
  readonly isSmall?: boolean;
}

/** A picture that the emulator has. */
export function Picture({ path, alt, isSmall }: PictureProps): VNode | null {
  const [url, set] = useState<string>();
  useEffect(() => {
    const loaded = loadFile(path).then((file) => URL.createObjectURL(file));
    let isOld = false;
    loaded.then(
      (made) => isOld || set(made),
      () => {},
    );
    return () => {
      isOld = true;
      loaded.then(
        (made) => URL.revokeObjectURL(made),
        () => {},
      );
    };
  }, [path]);
  return url === undefined ? null : <img class={isSmall ? 'thumb' : ''} src={url} alt={alt} />;
}
