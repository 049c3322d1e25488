/** Focuses the title of the screen after a control that had the focus is gone, without scrolling. */
export function focusTitle(): void {
  document.querySelector<HTMLElement>('main h1')?.focus({ preventScroll: true })
}
