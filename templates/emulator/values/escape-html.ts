const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** Writes a text as HTML: `<b>` → `&lt;b&gt;`. */
export function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (one) => entities[one] ?? '');
}
