import { WrongUsage } from './console.js';

/** The flags about overlays, as the commands that read specs take them. */
interface OverlayFlags {
  readonly spec?: string | undefined;
  readonly overlay?: readonly string[] | undefined;
  readonly 'no-overlays'?: boolean | undefined;
}

/** Throws `WrongUsage` on flags about overlays that contradict each other. */
export function refuseOverlayFlags({ spec, overlay, 'no-overlays': bare }: OverlayFlags): void {
  if (overlay === undefined) return;
  if (overlay.includes('')) throw new WrongUsage('--overlay takes a path');
  if (bare === true) throw new WrongUsage('--overlay and --no-overlays contradict each other');
  if (spec === undefined)
    throw new WrongUsage('--overlay goes with a spec file; the overlays of services are named in speccast.yaml');
}
