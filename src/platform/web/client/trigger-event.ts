type JQuery = (element: Element) => { trigger(name: string, values: readonly unknown[]): void }

/**
 * Notifies third-party scripts of an event on `element`. WooCommerce scripts read the values as jQuery handler
 * arguments, so with jQuery the event is triggered there, else as a CustomEvent with the values in `detail`. Never
 * both, because jQuery handlers receive native events as well.
 */
export function triggerEvent(element: Element, name: string, values: readonly unknown[] = []): void {
  const { jQuery } = window as { jQuery?: JQuery }
  if (jQuery) jQuery(element).trigger(name, values)
  else element.dispatchEvent(new CustomEvent(name, { bubbles: true, detail: values }))
}
