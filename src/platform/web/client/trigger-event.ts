type JQuery = (element: Element) => { trigger(name: string, values: readonly unknown[]): void }

/**
 * Tells other scripts that something has happened to `element`. Scripts of such shops read the values as arguments of
 * jQuery's, so where one of them has brought it the event is raised there, else as an event of the browser with the values
 * in `detail`. Never both: jQuery's listeners would hear the second as well.
 */
export function triggerEvent(element: Element, name: string, values: readonly unknown[] = []): void {
  const { jQuery } = window as { jQuery?: JQuery }
  if (jQuery) jQuery(element).trigger(name, values)
  else element.dispatchEvent(new CustomEvent(name, { bubbles: true, detail: values }))
}
