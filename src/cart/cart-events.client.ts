type JQuery = (element: Element) => { trigger(name: string, values: unknown[]): void }

/**
 * Tells the rest of the page. Scripts written for such shops listen through jQuery and see nothing else, so the event is
 * raised there too when they have brought it.
 */
export function emit(name: string, values: unknown[]): void {
  document.body.dispatchEvent(new CustomEvent(name, { bubbles: true, detail: values }))
  const { jQuery } = window as { jQuery?: JQuery }
  jQuery?.(document.body).trigger(name, values)
}
