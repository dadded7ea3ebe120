import type { ComponentChildren, VNode } from 'preact';
import { Button } from './controls.js';
import { Icon } from './icon.js';

interface SheetProps {
  readonly label: string;
  readonly title: ComponentChildren;
  readonly onClose: () => void;
  /** Buttons below the title. */
  readonly actions?: ComponentChildren;
  readonly children: ComponentChildren;
  /** 0 if the tab key stops at the sheet, so that the keyboard can scroll it. */
  readonly tabIndex?: 0;
}

/** The details of an item, beside a list. */
export function Sheet({ label, title, onClose, actions, children, tabIndex }: SheetProps): VNode {
  return (
    <section class="sheet" aria-label={label} tabIndex={tabIndex}>
      <header>
        <h2 class="cut">{title}</h2>
        <Button kind="plain" label="Close" onClick={onClose}>
          <Icon name="close" />
        </Button>
        {actions}
      </header>
      <div class="body">{children}</div>
    </section>
  );
}
