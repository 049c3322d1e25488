/** A field of the form editor, at once: `setFocus` of react-hook-form focuses it only later. */
export const findField = (name: string) => document.querySelector<HTMLTextAreaElement>(`[name="${name}"]`)

/** Replaces the selection of a field as if typed, so that it can be undone. */
export function insertText(field: HTMLInputElement | HTMLTextAreaElement, text: string): void {
  const [start, end] = [field.selectionStart ?? field.value.length, field.selectionEnd ?? field.value.length]
  field.setRangeText(text, start, end, 'end')
  field.dispatchEvent(new Event('input', { bubbles: true }))
  field.focus()
}

/** Inserts text as its own paragraph. */
export function insertBlock(field: HTMLTextAreaElement, text: string): void {
  const before = field.value.slice(0, field.selectionStart)
  const after = field.value.slice(field.selectionEnd)
  const gap = before === '' || before.endsWith('\n\n') ? '' : before.endsWith('\n') ? '\n' : '\n\n'
  insertText(field, gap + text + (after === '' || after.startsWith('\n') ? '' : '\n\n'))
}

/** Selects a line from `column` to its end, and scrolls to it. */
export function selectPlace(field: HTMLTextAreaElement, line: number, column: number): void {
  const lines = field.value.split('\n')
  const start = lines.slice(0, line - 1).reduce((sum, one) => sum + one.length + 1, column - 1)
  // Refocusing makes browsers scroll to the caret.
  field.blur()
  field.setSelectionRange(start, start)
  field.focus()
  field.setSelectionRange(start, start + Math.max(1, (lines[line - 1] ?? '').length - column + 1))
}
