type JQuerySet = {
  trigger(name: string, values: readonly unknown[]): void
  triggerHandler(name: string, values: readonly unknown[]): unknown
  data(): Record<string, unknown>
  on(names: string, handler: () => void): void
}
type JQuery = (element: Element) => JQuerySet

const pageJQuery = (): JQuery | undefined => (window as { jQuery?: JQuery }).jQuery

/**
 * Tells the rest of the page. Scripts written for such shops listen through jQuery, so where one of them has brought it the
 * event is raised there, with buttons as jQuery's own objects (storefront-scripts.md §2). Otherwise it is a CustomEvent on
 * the body with the same name, its values in `detail`. Never both: jQuery's listeners would hear the second as well.
 */
export function emit(name: string, values: readonly unknown[] = []): void {
  const jQuery = pageJQuery()
  listenThroughJQuery()
  if (!jQuery) {
    document.body.dispatchEvent(new CustomEvent(name, { bubbles: true, detail: values }))
    return
  }
  jQuery(document.body).trigger(
    name,
    values.map((value) => (value instanceof Element ? jQuery(value) : value)),
  )
}

/** Asks the rest of the page whether something may happen: a listener that answers false, or prevents it, says no. */
export function isAllowed(name: string, button: Element): boolean {
  const jQuery = pageJQuery()
  if (jQuery) return jQuery(document.body).triggerHandler(name, [jQuery(button)]) !== false
  return document.body.dispatchEvent(new CustomEvent(name, { bubbles: true, cancelable: true, detail: [button] }))
}

type Listener = { readonly names: readonly string[]; readonly handler: () => void }
/** What still listens without jQuery, which may come after us. */
let nativeListeners: Listener[] = []

/** Runs when anybody raises one of these on the body. */
export function listen(names: readonly string[], handler: () => void): void {
  for (const name of names) document.body.addEventListener(name, handler)
  nativeListeners.push({ names, handler })
  listenThroughJQuery()
  if (document.readyState !== 'complete') addEventListener('load', listenThroughJQuery, { once: true })
}

/** Listeners of jQuery's hear what is dispatched without it as well, and twice would be once too often. */
function listenThroughJQuery(): void {
  const jQuery = pageJQuery()
  if (!jQuery) return
  for (const { names, handler } of nativeListeners) {
    for (const name of names) document.body.removeEventListener(name, handler)
    jQuery(document.body).on(names.join(' '), handler)
  }
  nativeListeners = []
}

/** What jQuery keeps as data of this element, if it is there. */
export const jQueryData = (element: Element): Record<string, unknown> => pageJQuery()?.(element).data() ?? {}
